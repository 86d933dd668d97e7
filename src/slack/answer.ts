import { RespondError, type RespondFn } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { Message } from '../blocks/message.ts'
import { type Answer, PostError } from './port.ts'
import { eachForm } from './poster.ts'

const gone = 'response_address_gone'

/**
 * Answers through the response address, which works where the bot is no member, five times in 30 minutes.
 * When it is used up or expired (404), or where there is none (a modal), the Web API takes over.
 */
export function answerTo(
  respond: RespondFn | undefined,
  client: WebClient,
  asker: { readonly channel: string | null; readonly user: string },
): Answer {
  /** False: this address is used up, expired, or there is none. */
  const throughAddress = async (
    message: Message,
    how: Parameters<RespondFn>[0] & object,
  ): Promise<boolean> => {
    if (respond === undefined) return false
    try {
      await eachForm(message, async (form) => {
        try {
          await respond({ ...how, text: form.text, blocks: form.blocks as never[] })
        } catch (error) {
          if (!(error instanceof RespondError)) throw error
          throw addressError(error.statusCode)
        }
      })
      return true
    } catch (error) {
      if (error instanceof PostError && error.code === gone) return false
      throw error
    }
  }

  return {
    privately: async (message, options = {}) => {
      const replace = options.replace === true
      // A lost answer may show a private message twice, which harms nobody; not showing it would.
      const sent = await throughAddress(message, {
        response_type: 'ephemeral',
        replace_original: replace,
      }).catch((error: PostError) => error.outcome === 'refused' && Promise.reject(error))
      if (sent) return
      await eachForm(message, (form) =>
        client.chat.postEphemeral({
          channel: asker.channel ?? asker.user,
          user: asker.user,
          text: form.text,
          blocks: form.blocks as never[],
        }),
      )
    },
    publicly: async (message) => {
      if (await throughAddress(message, { response_type: 'in_channel', replace_original: false })) return
      await eachForm(message, (form) =>
        client.chat.postMessage({
          channel: asker.channel ?? asker.user,
          text: form.text,
          blocks: form.blocks as never[],
        }),
      )
    },
  }
}

/** A response address tells only a status. 400 is its word for blocks that Slack won't show. */
function addressError(status: number): PostError {
  if (status === 400) return new PostError('refused', 'invalid_blocks')
  if (status === 404 || status === 410) return new PostError('refused', gone)
  if (status === 429) return new PostError('rate_limited', 'ratelimited')
  return new PostError(status >= 500 ? 'unknown' : 'refused', `http_${status}`)
}

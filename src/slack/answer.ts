import type { WebClient } from '@slack/web-api'
import type { Message } from '../blocks/message.ts'
import { type Answer, PostError } from './port.ts'
import { eachForm } from './poster.ts'
import { addressGone, postToAddress } from './response-address.ts'

/** Calls to Slack have this long; then their outcome is unknown. */
export const callTimeoutMs = 10_000

/**
 * Answers through the response address, which works where the bot is no member, five times in 30 minutes.
 * When it is used up or expired (404), or where there is none (a modal), the Web API takes over.
 */
export function answerTo(
  address: string | null,
  client: WebClient,
  asker: { readonly channel: string | null; readonly user: string },
): Answer {
  /** False: this address is used up, expired, or there is none. */
  const throughAddress = async (
    message: Message,
    how: { readonly response_type: 'ephemeral' | 'in_channel'; readonly replace_original: boolean },
  ): Promise<boolean> => {
    if (address === null) return false
    try {
      await eachForm(message, ({ text, blocks }) =>
        postToAddress(address, { ...how, text, blocks }, callTimeoutMs),
      )
      return true
    } catch (error) {
      if (error instanceof PostError && error.code === addressGone) return false
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

import { workingMessage } from '../../blocks/kit/working.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../model/message.ts'
import { type Answer, PostError } from '../port.ts'
import type { SlackClient } from './client.ts'
import { eachForm } from './poster.ts'
import { addressGone, postToAddress } from './response-address.ts'

/** Calls to Slack have this long; then their outcome is unknown. */
export const callTimeoutMs = 10_000

/** After this long without an answer the person is told that it is being looked up. */
const lookingAfterMs = 800

/** The line is the same for everybody. */
const lookingLine = workingMessage()

/**
 * Answers through the response address, which works where the bot is no member, five times in 30 minutes.
 * When it is used up or expired (404), or where there is none (a modal), the Web API takes over.
 * @param asker.threadTs the thread in which was clicked; Slack sends an answer to the channel unless told otherwise
 */
export function answerTo(
  address: string | null,
  client: SlackClient,
  asker: { readonly channel: string | null; readonly user: string; readonly threadTs: string | null },
  clock: Clock,
): Answer {
  const inThread = asker.threadTs === null ? {} : { thread_ts: asker.threadTs }

  /** False: this address is used up, expired, or there is none. */
  const throughAddress = async (
    message: Message,
    how: { readonly response_type: 'ephemeral' | 'in_channel'; readonly replace_original: boolean },
  ): Promise<boolean> => {
    if (address === null) return false
    try {
      await eachForm(message, ({ text, blocks }) =>
        client.watched('response_url', () =>
          postToAddress(
            address,
            { ...how, ...(how.replace_original ? {} : inThread), text, blocks },
            callTimeoutMs,
          ),
        ),
      )
      return true
    } catch (error) {
      if (error instanceof PostError && error.code === addressGone) return false
      throw error
    }
  }

  let said = false
  let looking: Promise<void> = Promise.resolve()
  /** Whatever is said next comes after "Looking it up…", and nothing of that kind comes after it. */
  const aboutToSay = () => {
    said = true
    return looking
  }

  const tell = async (message: Message, replace: boolean): Promise<void> => {
    // A lost answer may show a private message twice, which harms nobody; not showing it would.
    const sent = await throughAddress(message, {
      response_type: 'ephemeral',
      replace_original: replace,
    }).catch((error: PostError) => error.outcome === 'refused' && Promise.reject(error))
    if (sent) return
    await eachForm(message, ({ text, blocks: shown }) => {
      const blocks = shown as never[]
      // Nobody else reads a direct message with the bot, and a Home tab has no other place for an answer.
      return asker.channel === null
        ? client.chat.postMessage({ channel: asker.user, text, blocks })
        : client.chat.postEphemeral({ channel: asker.channel, user: asker.user, ...inThread, text, blocks })
    })
  }

  const answer: Answer = {
    ephemeral: async (message, options = {}) => {
      await aboutToSay()
      await tell(message, options.replace === true)
    },
    inChannel: async (message) => {
      await aboutToSay()
      if (await throughAddress(message, { response_type: 'in_channel', replace_original: false })) return
      await eachForm(message, (form) =>
        client.chat.postMessage({
          channel: asker.channel ?? asker.user,
          ...(asker.channel === null ? {} : inThread),
          text: form.text,
          blocks: form.blocks as never[],
        }),
      )
    },
    withProgress: (replace = false) => {
      // Not cancelled: with thousands of commands waiting, a bare timer is far cheaper than an abort signal for each.
      void clock.sleep(lookingAfterMs).then(() => {
        if (!said) looking = tell(lookingLine, replace).catch(() => {})
      })
      return answer
    },
  }
  return answer
}

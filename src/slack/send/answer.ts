import { getGlobalDispatcher } from 'undici'
import { slowAnswerMessage, workingMessage } from '../../blocks/conversation/replies.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../model/message.ts'
import { type Answer, PostError } from '../port.ts'
import { callTimeoutMs, type SlackClient } from './client.ts'
import { eachForm } from './poster.ts'

/** After this long without an answer, "Looking it up…" is shown until the answer replaces it. */
export const progressAfterMs = 1_500
/** After this long, a line is shown that stays above the answer. */
const standingLineAfterMs = 2_500

/**
 * Answers through the response address, which works five times in 30 minutes, even where the bot isn't a member. Once
 * it is used up or expired (404), or if there is none (a modal), the Web API is used.
 * @param requester.threadTs thread of the click; without it Slack answers in the channel
 */
export function createAnswer(
  address: string | null,
  client: SlackClient,
  requester: { readonly channel: string | null; readonly user: string; readonly threadTs: string | null },
  clock: Clock,
): Answer {
  const inThread = requester.threadTs === null ? {} : { thread_ts: requester.threadTs }

  /** @returns `false` if the address is used up, expired or missing */
  const throughAddress = async (
    message: Message,
    how: { readonly response_type: 'ephemeral' | 'in_channel'; readonly replace_original: boolean },
  ): Promise<boolean> => {
    if (address === null) return false
    try {
      const where = how.replace_original ? {} : inThread
      await eachForm(message, ({ text, blocks }) => {
        const body = { ...how, ...where, text, blocks }
        return client.watched('response_url', () => postToAddress(address, body, callTimeoutMs))
      })
      return true
    } catch (error) {
      if (error instanceof PostError && error.code === addressGone) return false
      throw error
    }
  }

  /** Without a channel (Home tab) the answer goes to the direct messages, which are private. */
  const throughApi = (message: Message, isEphemeral: boolean) =>
    eachForm<unknown>(message, ({ text, blocks }) => {
      const { channel, user } = requester
      const form = { text, blocks: blocks as never[] }
      if (channel === null) return client.chat.postMessage({ channel: user, ...form })
      const inPlace = { channel, ...inThread, ...form }
      return isEphemeral ? client.chat.postEphemeral({ ...inPlace, user }) : client.chat.postMessage(inPlace)
    })

  let answered = false
  /** The line has taken the clicked message's place, which it leaves to the answer, or to an error. */
  let isReplaced = false
  let progressSent: Promise<void> = Promise.resolve()
  /** Stops a later "Looking it up…" and waits for one being sent, so that the answer comes after it. */
  const endProgress = () => {
    answered = true
    return progressSent
  }

  const sendEphemeral = async (message: Message, replace: boolean): Promise<void> => {
    // If the outcome is unknown, it is sent again: an ephemeral message shown twice is better than none.
    const sent = await throughAddress(message, {
      response_type: 'ephemeral',
      replace_original: replace,
    }).catch((error: PostError) => error.outcome === 'refused' && Promise.reject(error))
    if (!sent) await throughApi(message, true)
  }

  const answer: Answer = {
    ephemeral: async (message, options = {}) => {
      await endProgress()
      await sendEphemeral(message, options.replace === true || isReplaced)
    },
    inChannel: async (message) => {
      await endProgress()
      const how = { response_type: 'in_channel', replace_original: false } as const
      if (!(await throughAddress(message, how))) await throughApi(message, false)
    },
    withProgress: (replace = false) => {
      // Not cancelled: for thousands of waiting commands, timers are far cheaper than abort signals.
      void clock.sleep(replace ? progressAfterMs : standingLineAfterMs).then(() => {
        if (answered) return
        isReplaced = replace
        progressSent = sendEphemeral(replace ? workingMessage() : slowAnswerMessage(), replace).catch(
          () => {},
        )
      })
      return answer
    },
  }
  return answer
}

/**
 * Posts to a command's or a click's response address (https://docs.slack.dev/interactivity/handling-user-interaction).
 * Measured with 4,500 commands that wait for the analytics service: 167 garbage collections with `dispatch`, 184 with
 * undici's `request`, 191 with Node's HTTP client. `fetch` costs several times as much.
 *
 * @param timeoutMs after this long without a byte the outcome is unknown
 * @throws {PostError} only the status is known; 400 means blocks that Slack can't show
 */
export async function postToAddress(
  address: string,
  body: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Promise<void> {
  const status = await statusOf(address, JSON.stringify(body), timeoutMs).catch((error: unknown) => {
    throw new PostError('unknown', 'no_answer', null, error)
  })
  if (status >= 200 && status < 300) return
  if (status === 400) throw new PostError('refused', 'invalid_blocks')
  if (status === 404 || status === 410) throw new PostError('refused', addressGone)
  if (status === 429) throw new PostError('rate_limited', 'ratelimited')
  throw new PostError(status >= 500 ? 'unknown' : 'refused', `http_${status}`)
}

/** The address is used up (five times) or has expired (30 minutes). */
export const addressGone = 'response_address_gone'

async function statusOf(address: string, body: string, timeoutMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { origin, pathname, search } = new URL(address)
  getGlobalDispatcher().dispatch(
    {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    {
      onRequestStart: () => {},
      onResponseStart: (_, status) => resolve(status),
      onResponseData: () => {},
      onResponseEnd: () => {},
      onResponseError: (_, error) => reject(error),
    },
  )
  return promise
}

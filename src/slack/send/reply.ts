import { randomUUID } from 'node:crypto'
import { workingMessage } from '../../blocks/kit/working.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../model/message.ts'
import {
  answerMark,
  type History,
  type MessageAddress,
  PostError,
  type Poster,
  type ProgressLine,
  type Reply,
  type ReplyPlace,
} from '../port.ts'
import { answerTo, progressAfterMs } from './answer.ts'
import type { SlackClient } from './client.ts'
import { asPostError } from './post-error.ts'

/** Longest wait for Slack's rate limit: nobody reads an answer that comes later. */
const longestWaitSeconds = 30
/** Tolerated clock difference when a message is looked for. */
const clockSkewSeconds = 60
/**
 * Pauses before an unconfirmed message is looked for and sent again, since Slack may still be applying it. Two minutes in
 * total.
 */
const lookAfterMs = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000] as const

const isUnknown = (error: unknown) => error instanceof PostError && error.outcome === 'unknown'

/** @param place of the answer; to start a thread below a message, `threadTs` is that message's `ts` */
export function replyTo(
  place: ReplyPlace,
  client: SlackClient,
  { poster, history }: { readonly poster: Poster; readonly history: History },
  clock: Clock,
): Reply {
  const { channel, threadTs, question } = place
  let answered = false
  let line: Promise<MessageAddress | null> = Promise.resolve(null)
  let record: ProgressLine | null = null

  /** The mark in a message's metadata, and how to find the message by it. */
  const marked = (deliveryId: string = randomUUID()) => {
    const since = clock.now().subtract({ seconds: clockSkewSeconds })
    return threadTs === null
      ? { mark: { deliveryId }, find: () => history.find(channel, since, deliveryId) }
      : {
          mark: { threadTs, deliveryId },
          find: () => history.findReply(channel, threadTs, deliveryId),
        }
  }
  /** @returns `null`: it wasn't posted, or can't be found */
  const postLine = async (): Promise<MessageAddress | null> => {
    const { mark, find } = marked()
    try {
      return await poster.post(channel, workingMessage(), mark)
    } catch (error) {
      if (!isUnknown(error)) return null
      await clock.sleep(lookAfterMs[0])
      const message = await find().catch(() => null)
      return message !== null && typeof message === 'object' ? { channel, ts: message.ts } : null
    }
  }
  /**
   * Sends until Slack confirms it, or the message is found.
   * @throws {PostError} `unknown`: the message may or may not be there
   */
  const untilKnown = async <T>(
    send: () => Promise<T>,
    look: () => Promise<T | 'absent' | 'not_permitted'>,
  ): Promise<T> => {
    let failure: unknown = null
    for (const pauseMs of [0, ...lookAfterMs]) {
      if (failure !== null) await clock.sleep(pauseMs)
      const result = failure === null ? 'absent' : await look().catch(() => null)
      if (result === 'not_permitted') break
      if (result !== 'absent' && result !== null) return result
      if (result === null) continue
      try {
        return await send()
      } catch (error) {
        if (!isUnknown(error)) throw error
        failure = error
      }
    }
    throw failure
  }
  const postAnswer = (message: Message) => {
    const { mark, find } = marked(question === undefined ? undefined : answerMark(question))
    return untilKnown<MessageAddress & { readonly message: Message }>(
      () => poster.post(channel, message, mark),
      async () => {
        const result = await find()
        return typeof result === 'object' ? { channel, ts: result.ts, message } : result
      },
    )
  }
  /** Repeated without looking first, since updating twice is harmless. */
  const update = (shown: MessageAddress, message: Message) =>
    untilKnown(
      () => poster.update(shown, message),
      async () => 'absent',
    )
  /** Cancels the line, or waits for it while it is being posted. @returns the line; `null`: none */
  const endLine = async () => {
    answered = true
    const shown = await line
    if (shown !== null) await record?.replaced(shown)
    return shown
  }
  const removeLine = async () => {
    const shown = await endLine()
    if (shown !== null) await asPostError(() => client.chat.delete(shown)).catch(() => {})
  }
  const retryRateLimited = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'rate_limited') throw error
      await clock.sleep(Math.min(error.retryAfterSeconds ?? 1, longestWaitSeconds) * 1_000)
      return send()
    }
  }

  return {
    working: (progress) => {
      void clock.sleep(progressAfterMs).then(() => {
        if (answered) return
        record = progress
        line = postLine()
        void line.then((shown) => shown !== null && progress.posted(shown))
      })
    },
    say: async (message) => {
      const shown = await endLine()
      if (shown !== null) {
        try {
          await retryRateLimited(() => update(shown, message))
          return { ...shown, message }
        } catch (error) {
          // If Slack refused, the line is gone or can't be changed, so the answer is posted instead.
          if (!(error instanceof PostError) || error.outcome !== 'refused') {
            if (error instanceof PostError && error.outcome !== 'unknown') record?.posted(shown)
            throw error
          }
        }
      }
      return retryRateLimited(() => postAnswer(message))
    },
    removeLine,
    ephemeral: async (message) => {
      await removeLine()
      await answerTo(null, client, place, clock).ephemeral(message)
    },
  }
}

import { randomUUID } from 'node:crypto'
import { workingMessage } from '../../blocks/kit/working.ts'
import type { Clock } from '../../lib/clock.ts'
import {
  type History,
  type MessageAddress,
  PostError,
  type Poster,
  type ProgressLine,
  type Reply,
} from '../port.ts'
import { answerTo, progressAfterMs } from './answer.ts'
import type { SlackClient } from './client.ts'
import { asPostError } from './post-error.ts'

/** Nobody reads an answer that comes later than this. */
const longestWaitSeconds = 30
/** Tolerated clock difference when a line is looked for. */
const clockSkewSeconds = 60

/** @param place where the message stands; a new thread begins below it with its own `ts` as `threadTs` */
export function replyTo(
  place: { readonly channel: string; readonly user: string; readonly threadTs: string | null },
  client: SlackClient,
  { poster, history }: { readonly poster: Poster; readonly history: History },
  clock: Clock,
): Reply {
  const { channel, threadTs } = place
  let answered = false
  let line: Promise<MessageAddress | null> = Promise.resolve(null)
  let record: ProgressLine | null = null
  const inThread = threadTs === null ? {} : { threadTs }

  /** @returns `null`: it isn't there, or nobody can tell where */
  const postLine = async (): Promise<MessageAddress | null> => {
    const deliveryId = randomUUID()
    const since = clock.now().subtract({ seconds: clockSkewSeconds })
    const mark = threadTs === null ? { deliveryId } : { threadTs, deliveryId, reply: 0 }
    try {
      return await poster.post(channel, workingMessage(), mark)
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'unknown') return null
      const found = await (threadTs === null
        ? history.find(channel, since, deliveryId)
        : history.findReply(channel, threadTs, { deliveryId, reply: 0 })
      ).catch(() => null)
      return found !== null && typeof found === 'object' ? { channel, ts: found.ts } : null
    }
  }
  /** Ends the line, or waits for it while it is being posted. */
  const endLine = async () => {
    answered = true
    const shown = await line
    if (shown !== null) await record?.replaced(shown)
    return shown
  }
  const whenAllowed = async <T>(send: () => Promise<T>): Promise<T> => {
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
          await whenAllowed(() => poster.update(shown, message))
          return { ...shown, message }
        } catch (error) {
          // The line is gone, or may not be changed: the answer is posted. Otherwise it may be there.
          if (!(error instanceof PostError) || error.outcome !== 'refused') {
            if (error instanceof PostError && error.outcome !== 'unknown') record?.posted(shown)
            throw error
          }
        }
      }
      return whenAllowed(() => poster.post(channel, message, inThread))
    },
    privately: async (message) => {
      const shown = await endLine()
      if (shown !== null) await asPostError(() => client.chat.delete(shown)).catch(() => {})
      await answerTo(null, client, place, clock).ephemeral(message)
    },
  }
}

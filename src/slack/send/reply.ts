import { workingMessage } from '../../blocks/kit/working.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Message } from '../../model/message.ts'
import { type MessageAddress, PostError, type Poster, type Reply } from '../port.ts'
import { answerTo, progressAfterMs } from './answer.ts'
import type { SlackClient } from './client.ts'
import { asPostError } from './post-error.ts'

/** Nobody reads an answer that comes later than this. */
const longestWaitSeconds = 30

/** @param place where the message stands; a new thread begins below it with its own `ts` as `threadTs` */
export function replyTo(
  place: { readonly channel: string; readonly user: string; readonly threadTs: string | null },
  client: SlackClient,
  poster: Poster,
  clock: Clock,
): Reply {
  const { channel, threadTs } = place
  let answered = false
  let line: Promise<MessageAddress | null> = Promise.resolve(null)
  const post = (message: Message) => poster.post(channel, message, threadTs === null ? {} : { threadTs })
  /** Ends the line, or waits for it while it is being posted. */
  const endLine = () => {
    answered = true
    return line
  }

  const postedOnce = async (message: Message) => {
    try {
      return await post(message)
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'rate_limited') throw error
      await clock.sleep(Math.min(error.retryAfterSeconds ?? 1, longestWaitSeconds) * 1_000)
      return post(message)
    }
  }

  return {
    working: () => {
      void clock.sleep(progressAfterMs).then(() => {
        if (!answered) line = post(workingMessage()).catch(() => null)
      })
    },
    say: async (message) => {
      const shown = await endLine()
      if (shown !== null) {
        try {
          await poster.update(shown, message)
          return { ...shown, message }
        } catch (error) {
          // The line is gone, or may not be changed: the answer is posted. Otherwise it may be there.
          if (!(error instanceof PostError) || error.outcome !== 'refused') throw error
        }
      }
      return postedOnce(message)
    },
    privately: async (message) => {
      const shown = await endLine()
      if (shown !== null) await asPostError(() => client.chat.delete(shown)).catch(() => {})
      await answerTo(null, client, place, clock).ephemeral(message)
    },
  }
}

import type { Clock } from '../../lib/clock.ts'
import { PostError } from '../port.ts'

/** After this long, nobody waits for the message any more. */
const longestWaitMs = 10 * 60_000
const firstPauseMs = 1_000
const longestPauseMs = 15_000

/**
 * For messages that people wait for and that Slack certainly didn't get, for example while the database with the
 * workspace's token is unavailable.
 * @param late rejects when Sightline stops: the message is then sent once more
 * @returns a function that waits, longer each time, and then says whether to send again
 */
export function resendPolicy(clock: Clock, late: Promise<never>): (failure: unknown) => Promise<boolean> {
  let waitedMs = 0
  let isStopping = false
  const stopping = late.catch(() => {
    isStopping = true
  })
  return async (failure) => {
    const minMs = repeatableAfterMs(failure)
    if (minMs === null) return false
    // As long as the time waited so far, so that the pauses double.
    const pauseMs = Math.max(Math.min(Math.max(waitedMs, firstPauseMs), longestPauseMs), minMs)
    waitedMs += pauseMs
    if (isStopping || waitedMs > longestWaitMs) return false
    await Promise.race([clock.sleep(pauseMs), stopping])
    return true
  }
}

/** `null`: Slack may have it, or will never accept it. */
function repeatableAfterMs(failure: unknown): number | null {
  if (!(failure instanceof PostError)) return null
  if (failure.outcome !== 'not_sent' && failure.outcome !== 'rate_limited') return null
  return (failure.retryAfterSeconds ?? 0) * 1_000
}

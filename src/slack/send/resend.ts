import type { RetryOptions } from '../../lib/retry.ts'
import { PostError } from '../port.ts'

/**
 * For messages that people wait for and that Slack certainly didn't get, for example while the database with the
 * workspace's token is unavailable. After ten minutes nobody waits for the message any more.
 * @param late rejects when Sightline stops: the message is then sent once more
 */
export function untilReceived(late: Promise<never>): RetryOptions {
  return { forMs: 10 * 60_000, leastMs: surelyAbsent, late }
}

/** `null`: Slack may have it, or will never accept it. */
function surelyAbsent(failure: unknown): number | null {
  if (!(failure instanceof PostError)) return null
  if (failure.outcome !== 'not_sent' && failure.outcome !== 'rate_limited') return null
  return (failure.retryAfterSeconds ?? 0) * 1_000
}

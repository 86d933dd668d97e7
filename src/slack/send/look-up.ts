import type { Clock } from '../../lib/clock.ts'
import { withRetry } from '../../lib/retry.ts'
import { PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Somebody is waiting for what depends on the look-up. */
const longestWaitMs = 12_000

/**
 * Asks Slack about a person or a channel, and again after a time-out, a 5xx or a 429: one failed request must not refuse
 * anybody. @throws {PostError}
 */
export function lookUp<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const last = clock.now().add({ milliseconds: longestWaitMs })
  return withRetry(clock, () => asPostError(ask), {
    forMs: longestWaitMs,
    leastMs: (error) => {
      if (!(error instanceof PostError) || error.outcome === 'refused') return null
      return Temporal.Instant.compare(clock.now(), last) > 0 ? null : (error.retryAfterSeconds ?? 0) * 1_000
    },
  })
}

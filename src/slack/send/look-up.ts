import type { Clock } from '../../lib/clock.ts'
import { PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Somebody is waiting for what depends on the look-up. */
const longestWaitMs = 12_000
const pauseMs = 500
const attempts = 4

/**
 * Asks Slack about a person or a channel, and again after a time-out, a 5xx or a 429: one failed request must not refuse
 * anybody. @throws {PostError}
 */
export async function lookUp<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const last = clock.now().add({ milliseconds: longestWaitMs })
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asPostError(ask)
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome === 'refused' || attempt === attempts) throw error
      const waitMs = Math.max(pauseMs * attempt, (error.retryAfterSeconds ?? 0) * 1_000)
      if (Temporal.Instant.compare(clock.now().add({ milliseconds: waitMs }), last) > 0) throw error
      await clock.sleep(waitMs)
    }
  }
}

import type { Clock } from './clock.ts'

const usualAttempts = 5
const pauseMs = 1_000

/**
 * Records something that has already happened. Retries one second apart, by default up to five attempts, before
 * reconciliation takes over. An attempt whose commit wasn't confirmed is repeated, so `record` must be idempotent.
 */
export async function withRecordRetry<Result>(
  clock: Pick<Clock, 'sleep'>,
  record: () => Promise<Result>,
  attempts = usualAttempts,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await record()
    } catch (error) {
      if (attempt === attempts) throw error
      await clock.sleep(pauseMs)
    }
  }
}

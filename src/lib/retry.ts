import type { Clock } from './clock.ts'

const usualAttempts = 5
const pauseMs = 1_000

/**
 * Records what has happened already, whatever the database says: five attempts unless told, one second apart, before
 * reconciliation takes over. An attempt whose commit was not confirmed is repeated, so `record` must bear that.
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

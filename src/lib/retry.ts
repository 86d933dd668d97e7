import type { Clock } from './clock.ts'

const firstPauseMs = 1_000
const longestPauseMs = 15_000

/** The pause after so many failures: twice as long each time. */
export function backoffMs(failures: number, firstMs = firstPauseMs, longestMs = longestPauseMs): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs)
}

export interface RetryOptions {
  /** The longest time that pauses take in all. The default fits a short outage of the database. */
  readonly forMs?: number
  /** The least pause after an error, in milliseconds; `null`: it is final. Default: 0. */
  readonly leastMs?: (error: unknown) => number | null
  /** Rejects when Sightline stops: there is then one more attempt, at once. */
  readonly late?: Promise<never>
}

/** Repeats work until it succeeds, with longer and longer pauses. Work whose effect isn't certain must be idempotent. */
export async function withRetry<Result>(
  clock: Pick<Clock, 'sleep'>,
  work: () => Promise<Result>,
  { forMs = 15_000, leastMs = () => 0, late = new Promise<never>(() => {}) }: RetryOptions = {},
): Promise<Result> {
  let isStopping = false
  const stopping = late.catch(() => {
    isStopping = true
  })
  let pausedMs = 0
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      const least = leastMs(error)
      const pauseMs = Math.max(backoffMs(failures), least ?? 0)
      pausedMs += pauseMs
      if (least === null || isStopping || pausedMs > forMs) throw error
      await Promise.race([clock.sleep(pauseMs), stopping])
    }
  }
}

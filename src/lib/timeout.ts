import type { Clock } from './clock.ts'

/**
 * The work's result, or `null` when it takes longer than `ms`. Its rejection is the caller's as long as the caller waits.
 * @param work gets a signal that aborts when nobody waits any more
 */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const enough = new AbortController()
  const late = clock.sleep(ms, enough.signal).then(
    () => null,
    () => null,
  )
  const working = work(enough.signal)
  // Rejected later than that, it must not crash the process.
  working.catch(() => {})
  try {
    return await Promise.race([working, late])
  } finally {
    enough.abort()
  }
}

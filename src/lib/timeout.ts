import type { Clock } from './clock.ts'

/** Made once: each would record where it was made, in a tenth of a millisecond. */
const ended = new DOMException('The wait has ended.', 'AbortError')

/** `null` if it takes longer than `ms`. @param work gets a signal that aborts when the wait ends */
export async function withTimeout<T>(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const waitEnded = new AbortController()
  const late = clock.sleep(ms, waitEnded.signal).then(
    () => null,
    () => null,
  )
  const working = work(waitEnded.signal)
  // A later rejection must not crash the process.
  working.catch(() => {})
  try {
    return await Promise.race([working, late])
  } finally {
    waitEnded.abort(ended)
  }
}

/** Awaits `work`, but rejects as soon as the signal aborts; `work` then continues unobserved. */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The promise's value if that needs no I/O, for example because it is cached; otherwise `null`. */
export function atOnce<Value>(promise: Promise<Value>): Promise<Value | null> {
  const { promise: nextTurn, resolve } = Promise.withResolvers<null>()
  setImmediate(resolve, null)
  return Promise.race([promise, nextTurn])
}

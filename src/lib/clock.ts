/** The source of time. Passed in everywhere, so that tests and the sandbox can move it. */
export interface Clock {
  now(): Temporal.Instant
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  // The sleep of `node:timers/promises` makes an error when it is aborted, which records where, in a tenth of a
  // millisecond: each tool call of Slackbot took 1.24 times as long as the smallest server’s instead of 1.16.
  sleep: (ms, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (signal?.aborted) {
      reject(signal.reason)
      return promise
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  },
}

import { setTimeout } from 'node:timers/promises'

/** The source of time. Passed in everywhere, so that tests and the sandbox can move it. */
export interface Clock {
  now(): Temporal.Instant
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch(() => {
      throw signal?.reason
    }),
}

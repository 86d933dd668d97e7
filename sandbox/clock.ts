import { setTimeout } from 'node:timers/promises'

/** The sandbox's time. It starts at a chosen instant, runs at real speed, and can be moved ahead. */
export interface SandboxClock {
  now(): Temporal.Instant
  /** Resolves after `ms` real milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Moves the time ahead at once and notifies the listeners. */
  advance(duration: Temporal.Duration | Temporal.DurationLike): void
  /** The listener is called after each `advance`. Returns a function that removes it. */
  onAdvance(listener: () => void): () => void
}

/** A clock that starts at `start` (the real time by default) and then runs at real speed. */
export function createSandboxClock(start: Temporal.Instant = Temporal.Now.instant()): SandboxClock {
  let base = start
  let since = performance.now()
  const listeners = new Set<() => void>()
  const now = () => base.add({ nanoseconds: Math.round((performance.now() - since) * 1000) * 1000 })
  return {
    now,
    sleep: (ms, signal) =>
      setTimeout(ms, undefined, { signal }).catch(() => {
        throw signal?.reason
      }),
    advance: (duration) => {
      const span = Temporal.Duration.from(duration).total({
        unit: 'nanoseconds',
        relativeTo: '2000-01-01T00:00Z[UTC]',
      })
      base = now().add({ nanoseconds: span })
      since = performance.now()
      for (const listener of listeners) listener()
    },
    onAdvance: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

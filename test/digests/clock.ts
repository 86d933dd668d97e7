import type { Clock } from '../../src/lib/clock.ts'

interface Sleep {
  readonly until: number
  readonly wake: () => void
}

/** After so many turns of the event loop everybody sleeps: more than digests that wait for their turn to compose. */
const quietTurns = 20

/** Time that stands still until it is moved; who sleeps wakes up when it gets there. */
export class FakeClock implements Clock {
  #now: number
  readonly #sleeps = new Set<Sleep>()
  #reading = 0

  constructor(start: string) {
    this.#now = Temporal.Instant.from(start).epochMilliseconds
  }

  now(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(this.#now)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { until: this.#now + ms, wake: resolve }
    this.#sleeps.add(entry)
    const onAbort = () => {
      this.#sleeps.delete(entry)
      reject(signal?.reason)
    }
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  }

  /** Moves the time; who sleeps wakes up on the way. */
  set(to: Temporal.Instant | string): void {
    this.#now = Temporal.Instant.from(to).epochMilliseconds
    for (const entry of [...this.#sleeps].sort((a, b) => a.until - b.until)) {
      if (entry.until > this.#now) break
      this.#sleeps.delete(entry)
      entry.wake()
    }
  }

  advance(duration: Temporal.DurationLike): void {
    this.set(this.now().add(duration))
  }

  /** The same methods. Time stands still while one of them is being waited for, as long as the disk may take. */
  standingStill<G extends object>(group: G): G {
    const still = Object.entries(group).map(([name, method]) => {
      if (typeof method === 'object' && method !== null) return [name, this.standingStill(method)]
      if (typeof method !== 'function') return [name, method]
      const wait = async (...args: unknown[]) => {
        this.#reading += 1
        try {
          return await method(...args)
        } finally {
          this.#reading -= 1
        }
      }
      return [name, wait]
    })
    return Object.fromEntries(still)
  }

  /** Lets work go on that sleeps now and then, as long as it takes: the time goes on with it. */
  async until<T>(work: Promise<T>): Promise<T> {
    const state = { done: false }
    const done = () => {
      state.done = true
    }
    work.then(done, done)
    for (;;) {
      for (let turn = 0; turn < quietTurns && !state.done; turn += 1) {
        await new Promise(setImmediate)
        if (this.#reading > 0) turn = -1
      }
      if (state.done) return work
      const [next] = [...this.#sleeps].map(({ until }) => until).sort((a, b) => a - b)
      if (next !== undefined) this.set(Temporal.Instant.fromEpochMilliseconds(Math.max(next, this.#now)))
    }
  }
}

import type { Clock } from '../../src/lib/clock.ts'
import { PendingSleeps } from '../pending-sleeps.ts'

/** After this many turns of the event loop, all tasks are asleep, even digests that wait for their turn to compose. */
const quietTurns = 20

/** Time that moves only when told to. Sleepers wake up when their time has come. */
export class FakeClock implements Clock {
  #now: number
  readonly #sleeps = new PendingSleeps()
  #reading = 0

  constructor(start: string) {
    this.#now = Temporal.Instant.from(start).epochMilliseconds
  }

  now(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(this.#now)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleeps.sleep(this.#now + ms, signal)
  }

  /** Moves the time, and wakes sleepers on the way. */
  set(to: Temporal.Instant | string): void {
    this.#now = Temporal.Instant.from(to).epochMilliseconds
    this.#sleeps.wake(this.#now)
  }

  advance(duration: Temporal.DurationLike): void {
    this.set(this.now().add(duration))
  }

  /** The same methods, but time stops while one of them is pending, as long as the disk takes. */
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

  /** Runs work that sleeps now and then to its end, and moves the time along with it. */
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
      const { next } = this.#sleeps
      if (next !== undefined) this.set(Temporal.Instant.fromEpochMilliseconds(Math.max(next, this.#now)))
    }
  }
}

import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { withTimeout } from '../../lib/timeout.ts'

/** Whoever waits for an answer still has it from Slack so long before the end. */
const lastWordsMs = 3_000

const stopped = () =>
  new Problem(
    'stopped',
    'Sightline was stopped before it could finish this. Ask again in a minute: by then it may be done.',
  )

/**
 * Work that goes on after its acknowledgement, and answers that are one. Bolt's `stop()` doesn't wait for either, so
 * they are counted here and drained at the end.
 */
export class InFlight {
  readonly #clock: Clock
  readonly #running = new Map<Promise<void>, (problem: Problem) => void>()
  readonly #answering = new Set<Promise<void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#running.size
  }

  /**
   * Starts work that handles its own errors. `late` rejects when there is no more time to wait for it: what is told to
   * a person has to be told then.
   */
  run(work: (late: Promise<never>) => Promise<void>): void {
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => {})
    const running = work(late.promise).finally(() => this.#running.delete(running))
    this.#running.set(running, late.reject)
  }

  /** Counts work that ends with its acknowledgement. */
  async answer(work: () => Promise<void>): Promise<void> {
    const answering = work().finally(() => this.#answering.delete(answering))
    this.#answering.add(answering)
    await answering
  }

  /** Waits until nobody waits for an acknowledgement, at most `ms` milliseconds. */
  answered(ms: number): Promise<unknown> {
    const done = async () => {
      while (this.#answering.size > 0) await Promise.allSettled(this.#answering)
    }
    return withTimeout(this.#clock, ms, done)
  }

  /** Waits until all is done, at most `ms` milliseconds; returns how much was still running then. */
  async drain(ms: number): Promise<number> {
    const done = async () => {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.keys())
    }
    const lastWords = Math.min(lastWordsMs, ms)
    await withTimeout(this.#clock, ms - lastWords, done)
    for (const tooLate of this.#running.values()) tooLate(stopped())
    await withTimeout(this.#clock, lastWords, done)
    return this.#running.size
  }
}

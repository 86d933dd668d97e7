import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { withTimeout } from '../../lib/timeout.ts'

/** Time reserved before the deadline to tell waiting people that Sightline stopped. */
const finalAnswersMs = 3_000

const stoppedProblem = () =>
  new Problem(
    'stopped',
    'Sightline stopped before it finished this. Check in a minute: it may be done by then.',
  )

/**
 * Tracks work after acknowledgements, and acknowledgements that contain the answer. Bolt's `stop()` waits for neither,
 * so they are drained here.
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
   * Starts work that handles its own errors. `late` rejects shortly before the shutdown deadline, so that the person
   * can still be told.
   */
  run(work: (late: Promise<never>) => Promise<void>): void {
    const late = Promise.withResolvers<never>()
    late.promise.catch(() => {})
    const running = work(late.promise).finally(() => this.#running.delete(running))
    this.#running.set(running, late.reject)
  }

  /** Tracks work that ends with its acknowledgement. */
  async answer(work: () => Promise<void>): Promise<void> {
    const answering = work().finally(() => this.#answering.delete(answering))
    this.#answering.add(answering)
    await answering
  }

  /** Waits at most `ms` milliseconds until every acknowledgement is sent. */
  answered(ms: number): Promise<unknown> {
    const done = async () => {
      while (this.#answering.size > 0) await Promise.allSettled(this.#answering)
    }
    return withTimeout(this.#clock, ms, done)
  }

  /** Waits at most `ms` milliseconds for running work. @returns how many were still running */
  async drain(ms: number): Promise<number> {
    const done = async () => {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.keys())
    }
    const finalAnswers = Math.min(finalAnswersMs, ms)
    await withTimeout(this.#clock, ms - finalAnswers, done)
    for (const rejectLate of this.#running.values()) rejectLate(stoppedProblem())
    await withTimeout(this.#clock, finalAnswers, done)
    return this.#running.size
  }
}

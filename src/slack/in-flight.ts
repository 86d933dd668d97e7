import type { Clock } from '../clock.ts'

/**
 * Work that goes on after its acknowledgement. Bolt's `stop()` doesn't wait for it, so it is counted here
 * and drained at the end.
 */
export class InFlight {
  readonly #clock: Clock
  readonly #running = new Set<Promise<void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#running.size
  }

  /** Starts work that handles its own errors. */
  run(work: () => Promise<void>): void {
    const running = work().finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits until all is done, at most `ms` milliseconds; returns how much was still running then. */
  async drain(ms: number): Promise<number> {
    const enough = new AbortController()
    const timeout = this.#clock.sleep(ms, enough.signal).catch(() => {})
    const done = async () => {
      while (this.#running.size > 0) await Promise.allSettled(this.#running)
    }
    await Promise.race([done(), timeout])
    enough.abort()
    return this.#running.size
  }
}

import type { Clock } from './clock.ts'

const windowMs = 60_000

export class RateLimit {
  readonly #max: number
  readonly #wallClock: Clock
  #used = 0
  #until = 0

  /** @param wallClock the real time, even in a demo with another clock */
  constructor(max: number, wallClock: Clock) {
    this.#max = max
    this.#wallClock = wallClock
  }

  /** @returns `false` if the limit is reached for this minute */
  take(): boolean {
    const now = this.#wallClock.now().epochMilliseconds
    if (now >= this.#until || now < this.#until - windowMs) {
      this.#until = now + windowMs
      this.#used = 0
    }
    if (this.#used >= this.#max) return false
    this.#used += 1
    return true
  }
}

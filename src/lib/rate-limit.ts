import type { Clock } from './clock.ts'

const windowMs = 60_000

/** So much of something in a minute, whoever asks for it. */
export class RateLimit {
  readonly #most: number
  readonly #wallClock: Clock
  #used = 0
  #until = 0

  /** @param wallClock tells the real time, whatever a demo's clock says */
  constructor(most: number, wallClock: Clock) {
    this.#most = most
    this.#wallClock = wallClock
  }

  /** `false`: it is used up for this minute. */
  take(): boolean {
    const now = this.#wallClock.now().epochMilliseconds
    if (now >= this.#until || now < this.#until - windowMs) {
      this.#until = now + windowMs
      this.#used = 0
    }
    if (this.#used >= this.#most) return false
    this.#used += 1
    return true
  }
}

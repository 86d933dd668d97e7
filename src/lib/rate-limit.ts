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

const quietMs = 60_000

/**
 * Logs an event at most once a minute, so that strangers who can cause it at will can't fill the log.
 * @param wallClock the real time, even in a demo with another clock
 * @returns calls `write` now or counts the event; `count` is the number of events since the last call
 */
export function logThrottle(wallClock: Clock): (write: (count: number) => void) => void {
  let count = 0
  let quietUntil = 0
  return (write) => {
    count += 1
    const now = wallClock.now().epochMilliseconds
    // The clock may have been set back.
    if (now < quietUntil && now >= quietUntil - quietMs) return
    write(count)
    count = 0
    quietUntil = now + quietMs
  }
}

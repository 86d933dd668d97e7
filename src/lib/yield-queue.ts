const maxPassed = 1_000

/** Callers continue one at a time, each in its own turn of the event loop, so that a thousand don't block it. */
export class YieldQueue {
  #waiting: (() => void)[] = []
  #next = 0

  pass(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    if (this.#waiting.length - this.#next === 1) setImmediate(this.#turn)
    return promise
  }

  readonly #turn = () => {
    this.#waiting[this.#next]?.()
    this.#next += 1
    if (this.#next < this.#waiting.length) {
      // Drop passed callers, even if the queue never empties.
      if (this.#next === maxPassed) {
        this.#waiting = this.#waiting.slice(maxPassed)
        this.#next = 0
      }
      setImmediate(this.#turn)
      return
    }
    this.#waiting = []
    this.#next = 0
  }
}

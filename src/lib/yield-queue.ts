const mostGone = 1_000

/**
 * Lets waiting callers go on one at a time, each in a turn of the event loop of its own. When a thousand callers wait
 * for one answer, what they do with it would else run as one block, and nothing else (an acknowledgement that Slack
 * waits for) could run meanwhile.
 */
export class YieldQueue {
  #waiting: (() => void)[] = []
  #next = 0

  /** Resolves when it is the caller's turn. */
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
      // Where somebody always waits, those who have gone must not be kept.
      if (this.#next === mostGone) {
        this.#waiting = this.#waiting.slice(mostGone)
        this.#next = 0
      }
      setImmediate(this.#turn)
      return
    }
    this.#waiting = []
    this.#next = 0
  }
}

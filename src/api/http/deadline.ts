/** The one time limit of a call, and the signal through which it or the caller ends the work. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #expired = false

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#expired = true
      this.#controller.abort(new DOMException('the deadline of the call was reached', 'TimeoutError'))
    }, ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** True when time ran out, false when someone else aborted. */
  get expired(): boolean {
    return this.#expired
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** To be called when the work is done: ends the timer. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** `promise`, or the signal's reason if that comes first; the work behind `promise` goes on for others. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>()
  const onAbort = () => reject(signal.reason)
  const settled = () => signal.removeEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  promise.then(resolve, reject).finally(settled)
  return result
}

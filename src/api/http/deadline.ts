/** The time limit of a call. Its signal aborts when the time runs out or the caller aborts. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #expired = false

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#expired = true
      this.#controller.abort(new DOMException('the call timed out', 'TimeoutError'))
    }, ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get expired(): boolean {
    return this.#expired
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Rejects with the signal's reason if the signal aborts first. The work behind `promise` goes on for other callers. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>()
  const onAbort = () => reject(signal.reason)
  const settled = () => signal.removeEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  promise.then(resolve, reject).finally(settled)
  return result
}

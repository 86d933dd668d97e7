import { YieldQueue } from '../../lib/queues.ts'
import { Deadline, orAbort } from './transport.ts'

interface SharedRequest {
  readonly deadline: Deadline
  /** `null` once the request has ended. */
  result: Promise<unknown> | null
  waiting: number
  /** Whether there ever was a second caller, which means that the value is frozen. */
  shared: boolean
}

/** Unlike in `singleFlight`, callers may abort, the last abort ends the request, and values are frozen. */
export class SharedRequests {
  readonly #pending = new Map<string, SharedRequest>()
  readonly #yieldQueue = new YieldQueue()
  readonly #deadlineMs: number

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /** Joins or starts a request. An abort rejects only that caller's promise; the last one ends the request. */
  join<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (deadline: Deadline) => Promise<T>,
    answered: (value: T, shared: boolean) => void,
  ): Promise<T> {
    const pending = this.#pending.get(key)
    const request = pending ?? this.#start(key, start, answered)
    request.waiting += 1
    if (pending !== undefined) request.shared = true
    // A key belongs to one route, so its value has that route's type.
    const answer = request.result as Promise<T>
    const result = pending === undefined ? answer : this.#inTurn(answer)
    return signal === undefined ? result : this.#wait(key, request, result, signal)
  }

  /** Callers that joined continue one at a time, after the caller that started the request. */
  async #inTurn<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } finally {
      await this.#yieldQueue.pass()
    }
  }

  async #wait<T>(key: string, request: SharedRequest, result: Promise<T>, signal: AbortSignal): Promise<T> {
    const onAbort = () => {
      request.waiting -= 1
      if (request.waiting > 0) return
      // No caller may join an aborted request.
      if (this.#pending.get(key) === request) this.#pending.delete(key)
      request.deadline.abort(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await orAbort(result, signal)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #start<T>(
    key: string,
    start: (deadline: Deadline) => Promise<T>,
    answered: (value: T, shared: boolean) => void,
  ): SharedRequest {
    const deadline = new Deadline(this.#deadlineMs)
    const run = async () => {
      try {
        const value = await start(deadline)
        answered(value, request.shared)
        return value
      } finally {
        deadline.stop()
        if (this.#pending.get(key) === request) this.#pending.delete(key)
        // The map's old hash tables may outlive the entry and keep the answer. Measured: a third of the client's speed.
        request.result = null
      }
    }
    // `run` uses `request` only after its first await.
    const request: SharedRequest = { deadline, waiting: 0, shared: false, result: run() }
    this.#pending.set(key, request)
    return request
  }
}

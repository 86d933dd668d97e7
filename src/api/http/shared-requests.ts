import { YieldQueue } from '../../lib/yield-queue.ts'
import { Deadline, orAbort } from './deadline.ts'

interface Flight {
  readonly deadline: Deadline
  /** `null` once landed. */
  result: Promise<unknown> | null
  waiting: number
  /** Whether more than one caller ever waited: then the value is shared and has to be frozen. */
  shared: boolean
}

/**
 * Identical requests that are under way at the same time become one. `lib/single-flight.ts` does the same for reports,
 * which nobody aborts: it needs no count of callers, no deadline and no freezing.
 */
export class SharedRequests {
  readonly #flights = new Map<string, Flight>()
  readonly #yieldQueue = new YieldQueue()
  readonly #deadlineMs: number

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /**
   * Joins the flight of that key, or starts it. A caller's abort rejects that caller alone, with the signal's
   * reason; when the last one that waits aborts, the work itself is aborted.
   */
  join<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (deadline: Deadline) => Promise<T>,
    landed: (value: T, shared: boolean) => void,
  ): Promise<T> {
    const known = this.#flights.get(key)
    const flight = known ?? this.#start(key, start, landed)
    flight.waiting += 1
    if (known !== undefined) flight.shared = true
    // One key always stands for one route, and so for one type of value.
    const landing = flight.result as Promise<T>
    const result = known === undefined ? landing : this.#inTurn(landing)
    return signal === undefined ? result : this.#wait(key, flight, result, signal)
  }

  /** Whoever joined goes on after the one who started, and after one another. */
  async #inTurn<T>(landing: Promise<T>): Promise<T> {
    try {
      return await landing
    } finally {
      await this.#yieldQueue.pass()
    }
  }

  async #wait<T>(key: string, flight: Flight, result: Promise<T>, signal: AbortSignal): Promise<T> {
    const onAbort = () => {
      flight.waiting -= 1
      if (flight.waiting > 0) return
      // Nobody may join a flight that is going down.
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
      flight.deadline.abort(signal.reason)
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
    landed: (value: T, shared: boolean) => void,
  ): Flight {
    const deadline = new Deadline(this.#deadlineMs)
    const run = async () => {
      try {
        const value = await start(deadline)
        landed(value, flight.shared)
        return value
      } finally {
        deadline.stop()
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
        // A landed flight that the collector promoted would keep its answer, and its successors', through the map's
        // old tables: measured, that cost a third of the client's speed.
        flight.result = null
      }
    }
    // `run` reads `flight` only after its first await, when it exists.
    const flight: Flight = { deadline, waiting: 0, shared: false, result: run() }
    this.#flights.set(key, flight)
    return flight
  }
}

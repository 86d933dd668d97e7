/** What the resources call: credential, cache, identical questions as one, then the attempts. */
import type { Attempts, Job } from './attempts.ts'
import type { Auth } from './auth.ts'
import type { Cache } from './cache.ts'
import { Deadline, orAbort } from './deadline.ts'
import type { Flights } from './flights.ts'
import { deepFreeze, type Immutable } from './freeze.ts'
import type { Route } from './route.ts'

export interface CallOptions {
  /** Ends the wait. A POST that had left by then rejects with `outcome_unknown`, everything else with the reason. */
  readonly signal?: AbortSignal
  /** Skips the cache; the answer is still remembered for others. */
  readonly fresh?: boolean
}

export interface CallerOptions {
  readonly auth: Auth
  readonly attempts: Attempts
  readonly cache: Cache
  readonly flights: Flights
  readonly deadlineMs: number
}

export class Caller {
  readonly #options: CallerOptions

  constructor(options: CallerOptions) {
    this.#options = options
  }

  /** Exchanges the key now. */
  async authenticate(call?: CallOptions): Promise<void> {
    const credential = await this.#options.auth.credential()
    call?.signal?.throwIfAborted()
    const exchanged = credential.exchanged()
    await (call?.signal ? orAbort(exchanged, call.signal) : exchanged)
  }

  /** `path`: with query, encoded. Values that are cached or shared between callers are frozen. */
  async get<T>(route: Route<T>, path: string, call?: CallOptions): Promise<Immutable<T>> {
    const { auth, attempts, cache, flights } = this.#options
    const found = auth.credential()
    const credential = found instanceof Promise ? await found : found
    call?.signal?.throwIfAborted()
    const key = `${credential.id} ${path}`
    if (cache.enabled && !call?.fresh) {
      const hit = cache.get(key)
      // One key always stands for one route, and so for one type of value.
      if (hit !== undefined) return hit as Immutable<T>
    }
    const job: Job<T> = { route, path, body: null, identity: credential }
    const value = await flights.join(
      key,
      call?.signal,
      (deadline) => attempts.run(job, deadline),
      (landed, shared) => {
        if (shared || cache.enabled) deepFreeze(landed)
        cache.set(key, landed)
      },
    )
    return value as Immutable<T>
  }

  /** Each call is a request of its own, sent once. `body` `null` sends none. */
  async post<T>(route: Route<T>, path: string, body: unknown, call?: CallOptions): Promise<Immutable<T>> {
    const signal = call?.signal
    const credential = await this.#options.auth.credential()
    signal?.throwIfAborted()
    const text = body === null ? null : JSON.stringify(body)
    const deadline = new Deadline(this.#options.deadlineMs)
    const onAbort = () => deadline.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const value = await this.#options.attempts.run(
        { route, path, body: text, identity: credential },
        deadline,
      )
      return value as Immutable<T>
    } finally {
      signal?.removeEventListener('abort', onAbort)
      deadline.stop()
    }
  }
}

/** What the resources call: credential, cache, identical questions as one, then the attempts. */

import type { Cache } from '../../lib/cache.ts'
import { type Auth, keyTooLate } from '../auth/auth.ts'
import type { Credential } from '../auth/credential.ts'
import { deepFreeze, type Immutable } from '../freeze.ts'
import type { Attempts, Job } from './attempts.ts'
import { Deadline, orAbort } from './deadline.ts'
import type { Route } from './route.ts'
import { type Sent, sentBy } from './sent.ts'
import type { SharedRequests } from './shared-requests.ts'

export interface CallOptions {
  /** Ends the wait with the signal's reason; a POST that had left by then has an unknown outcome instead. */
  readonly signal?: AbortSignal
  /** Skips the cache; the answer is still remembered for others. */
  readonly fresh?: boolean
}

/** For a POST that must not leave late. */
export interface PostOptions extends CallOptions {
  /** Asked again and again, at last in the turn of the event loop in which the bytes are written; `false` ends the call. */
  readonly maySend?: () => boolean
}

export interface CallerOptions {
  readonly auth: Auth
  readonly attempts: Attempts
  /** `null`: answers are not used again. */
  readonly cache: Cache<unknown> | null
  readonly sharedRequests: SharedRequests
  readonly deadlineMs: number
  readonly onLookup: (hit: boolean) => void
}

export class Caller {
  readonly #options: CallerOptions

  constructor(options: CallerOptions) {
    this.#options = options
  }

  /** Exchanges the key now. */
  async authenticate(call?: CallOptions): Promise<void> {
    const credential = await this.#credential(call?.signal)
    call?.signal?.throwIfAborted()
    const exchanged = credential.exchanged()
    await (call?.signal ? orAbort(exchanged, call.signal) : exchanged)
  }

  /** `path`: with query, encoded. Values that are cached or shared between callers are frozen. */
  async get<T>(route: Route<T>, path: string, call?: CallOptions): Promise<Immutable<T>> {
    const { attempts, cache, sharedRequests, onLookup } = this.#options
    const found = this.#credential(call?.signal)
    // Without a turn of the event loop where none is needed: that is what an answer from the cache costs.
    const credential = found instanceof Promise ? await found : found
    call?.signal?.throwIfAborted()
    const key = `${credential.id} ${path}`
    if (cache !== null && !call?.fresh) {
      const hit = cache.get(key)
      onLookup(hit !== undefined)
      // One key always stands for one route, and so for one type of value.
      if (hit !== undefined) return hit as Immutable<T>
    }
    const job: Job<T> = { route, path, body: null, identity: credential }
    const value = await sharedRequests.join(
      key,
      call?.signal,
      (deadline) => attempts.run(job, deadline),
      (landed, shared) => {
        if (shared || cache !== null) deepFreeze(landed)
        cache?.set(key, landed)
      },
    )
    return value as Immutable<T>
  }

  /** Each call is a request of its own, sent once. `body` `null` sends none. */
  async post<T>(
    route: Route<T>,
    path: string,
    body: unknown,
    call?: PostOptions,
  ): Promise<Sent<Immutable<T>>> {
    const signal = call?.signal
    const credential = await this.#credential(signal)
    signal?.throwIfAborted()
    const text = body === null ? null : JSON.stringify(body)
    const deadline = new Deadline(this.#options.deadlineMs)
    const onAbort = () => deadline.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const job: Job<T> = { route, path, body: text, identity: credential, maySend: call?.maySend }
    try {
      return await sentBy(this.#options.attempts.run(job, deadline) as Promise<Immutable<T>>)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      deadline.stop()
    }
  }

  /** The credential of the key as it is now. Whoever keeps the key has as long as a call to say it. */
  #credential(signal: AbortSignal | undefined): Credential | Promise<Credential> {
    const found = this.#options.auth.credential()
    return found instanceof Promise ? this.#inTime(found, signal) : found
  }

  async #inTime(found: Promise<Credential>, signal: AbortSignal | undefined): Promise<Credential> {
    const deadline = new Deadline(this.#options.deadlineMs)
    const onAbort = () => deadline.abort(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    try {
      return await orAbort(found, deadline.signal)
    } catch (error) {
      throw deadline.expired ? keyTooLate() : error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      deadline.stop()
    }
  }
}

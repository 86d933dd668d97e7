import type { Cache } from '../../lib/cache.ts'
import { YieldQueue } from '../../lib/queues.ts'
import { unlessAborted } from '../../lib/timeout.ts'
import { type Auth, type Credential, keyTimeout } from '../auth.ts'
import { ApiError } from '../errors.ts'
import { deepFreeze, type Immutable } from '../schemas.ts'
import type { Attempts, Job } from './attempts.ts'
import type { Route } from './route.ts'

/** Makes the resources' calls: credential, cache, sharing of identical requests, then the attempts. */

export interface CallOptions {
  /** An abort rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Skips the cache lookup. The answer is still cached. */
  readonly fresh?: boolean
}

export interface PostOptions {
  /** Called right before sending, in the same turn of the event loop. `false` ends the call. */
  readonly maySend?: () => boolean
}

interface CallerOptions {
  readonly auth: Auth
  readonly attempts: Attempts
  readonly cache: Cache<unknown> | null
  readonly deadlineMs: number
  readonly onLookup: (hit: boolean) => void
}

export class Caller {
  readonly #options: CallerOptions
  readonly #sharedRequests = new SharedRequests()

  constructor(options: CallerOptions) {
    this.#options = options
  }

  async authenticate(): Promise<void> {
    const credential = await this.#credential()
    await credential.exchange()
  }

  /** Cached and shared values are frozen. @param path encoded, with the query */
  async get<T>(route: Route<T>, path: string, call?: CallOptions): Promise<Immutable<T>> {
    const { attempts, cache, onLookup } = this.#options
    const reading = this.#credential(call?.signal)
    // Awaiting a plain value would add a turn of the event loop to each answer from the cache.
    const credential = reading instanceof Promise ? await reading : reading
    call?.signal?.throwIfAborted()
    const key = `${credential.id} ${path}`
    if (cache !== null && !call?.fresh) {
      const hit = cache.get(key)
      onLookup(hit !== undefined)
      // A key belongs to one route, so its value has that route's type.
      if (hit !== undefined) return hit as Immutable<T>
    }
    const job: Job<T> = { route, path, body: null, identity: credential }
    const value = await this.#sharedRequests.join(
      key,
      call?.signal,
      (request) => attempts.run(job, request),
      (answer, shared) => {
        if (shared || cache !== null) deepFreeze(answer)
        cache?.set(key, answer)
      },
    )
    return value as Immutable<T>
  }

  /** Sends a POST once. @param body `null`: none */
  async post<T>(
    route: Route<T>,
    path: string,
    body: unknown,
    { maySend }: PostOptions = {},
  ): Promise<PostOutcome<Immutable<T>>> {
    const credential = await this.#credential()
    const text = body === null ? null : JSON.stringify(body)
    const job: Job<T> = { route, path, body: text, identity: credential, maySend }
    return postOutcome(this.#options.attempts.run(job) as Promise<Immutable<T>>)
  }

  #credential(signal?: AbortSignal): Credential | Promise<Credential> {
    const credential = this.#options.auth.credential()
    return credential instanceof Promise ? this.#inTime(credential, signal) : credential
  }

  async #inTime(credential: Promise<Credential>, signal?: AbortSignal): Promise<Credential> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(keyTimeout()), this.#options.deadlineMs)
    try {
      return await unlessAborted(Promise.race([credential, late.promise]), signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * The outcome of a POST. A POST that was refused or not sent rejects instead.
 * - `done`: the service answered with this value.
 * - `unknown`: the answer was lost or can't be read, so the POST may have taken effect. Never repeat it blindly. `error`
 *   has the code `outcome_unknown`.
 */
export type PostOutcome<T> =
  | { readonly outcome: 'done'; readonly value: T }
  | { readonly outcome: 'unknown'; readonly error: ApiError }

/** Turns an `outcome_unknown` rejection into a result. */
async function postOutcome<T>(answer: Promise<T>): Promise<PostOutcome<T>> {
  try {
    return { outcome: 'done', value: await answer }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'outcome_unknown') return { outcome: 'unknown', error }
    throw error
  }
}

interface SharedRequest {
  readonly call: AbortController
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

  /** Joins or starts a request. An abort rejects only that caller's promise; the last one ends the request. */
  join<T>(
    key: string,
    signal: AbortSignal | undefined,
    start: (call: AbortController) => Promise<T>,
    answered: (value: T, shared: boolean) => void,
  ): Promise<T> {
    const pending = this.#pending.get(key)
    const request = pending ?? this.#start(key, start, answered)
    request.waiting += 1
    if (pending !== undefined) request.shared = true
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
      request.call.abort(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await unlessAborted(result, signal)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #start<T>(
    key: string,
    start: (call: AbortController) => Promise<T>,
    answered: (value: T, shared: boolean) => void,
  ): SharedRequest {
    const call = new AbortController()
    const run = async () => {
      try {
        const value = await start(call)
        answered(value, request.shared)
        return value
      } finally {
        if (this.#pending.get(key) === request) this.#pending.delete(key)
        // The map's old hash tables may outlive the entry and keep the answer. Measured: a third of the client's speed.
        request.result = null
      }
    }
    // `run` uses `request` only after its first await.
    const request: SharedRequest = { call, waiting: 0, shared: false, result: run() }
    this.#pending.set(key, request)
    return request
  }
}

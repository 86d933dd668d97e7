import { YieldQueue } from '../../lib/async.ts'
import type { Cache } from '../../lib/cache.ts'
import { type Auth, type Credential, keyTimeout } from '../auth.ts'
import { ApiError } from '../errors.ts'
import { deepFreeze, type Immutable } from '../schemas.ts'
import type { Attempts, Job } from './attempts.ts'
import type { Route } from './route.ts'

/** Makes the resources' calls: credential, cache, sharing of identical requests, then the attempts. */

export interface CallOptions {
  /** Skips the cache lookup. The answer is still cached. */
  readonly fresh?: boolean
}

/** `maySend` is called right before sending, in the same turn of the event loop. `false` ends the call. */
export type PostOptions = Pick<Job<unknown>, 'maySend'>

interface CallerOptions {
  readonly auth: Auth
  readonly attempts: Attempts
  readonly cache: Cache<unknown> | null
  readonly deadlineMs: number
  readonly onLookup: (hit: boolean) => void
}

interface SharedRequest {
  answer: Promise<unknown> | null
  isShared: boolean
}

export class Caller {
  readonly #options: CallerOptions
  readonly #pending = new Map<string, SharedRequest>()
  readonly #yieldQueue = new YieldQueue()

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
    const reading = this.#credential()
    // Awaiting a plain value would add a turn of the event loop to each answer from the cache.
    const credential = reading instanceof Promise ? await reading : reading
    const key = `${credential.id} ${path}`
    if (cache !== null && !call?.fresh) {
      const hit = cache.get(key)
      onLookup(hit !== undefined)
      // A key belongs to one route, so its value has that route's type.
      if (hit !== undefined) return hit as Immutable<T>
    }
    return this.#shared(key, async (request) => {
      const answer = await attempts.run({ route, path, body: null, identity: credential })
      // Measured: freezing each answer would take a fifth of the client's speed.
      if (cache !== null || request.isShared) deepFreeze(answer)
      cache?.set(key, answer)
      return answer as Immutable<T>
    })
  }

  /** Callers of the same request share it, and continue one at a time after the one that began it. */
  #shared<T>(key: string, ask: (request: SharedRequest) => Promise<T>): Promise<T> {
    const pending = this.#pending.get(key)
    if (pending?.answer) {
      pending.isShared = true
      return (pending.answer as Promise<T>).finally(() => this.#yieldQueue.pass())
    }
    const request: SharedRequest = { answer: null, isShared: false }
    const answer = ask(request).finally(() => {
      this.#pending.delete(key)
      // The map's old hash tables may outlive the entry and keep the answer. Measured: a third of the client's speed.
      request.answer = null
    })
    request.answer = answer
    this.#pending.set(key, request)
    return answer
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
    try {
      return { outcome: 'done', value: (await this.#options.attempts.run(job)) as Immutable<T> }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'outcome_unknown') return { outcome: 'unknown', error }
      throw error
    }
  }

  #credential(): Credential | Promise<Credential> {
    const credential = this.#options.auth.credential()
    return credential instanceof Promise ? this.#inTime(credential) : credential
  }

  async #inTime(credential: Promise<Credential>): Promise<Credential> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(keyTimeout()), this.#options.deadlineMs)
    try {
      return await Promise.race([credential, late.promise])
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

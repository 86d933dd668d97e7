/** Makes the calls of `client.ts`: credential, cache, sharing of identical requests, then the attempts. */

import * as z from 'zod'
import { YieldQueue } from '../lib/async.ts'
import type { Cache } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { refreshedToken, refusesKey } from './assumptions.ts'
import type { Attempts, Bearer, Job } from './attempts.ts'
import { ApiError, tailOf } from './errors.ts'
import type { Route } from './requests.ts'
import { deepFreeze, type Immutable } from './schemas.ts'

export class Auth {
  readonly #apiKey: () => string | Promise<string>
  readonly #options: CredentialOptions
  #current: Credential | null = null
  #count = 0

  constructor(apiKey: () => string | Promise<string>, options: CredentialOptions) {
    this.#apiKey = apiKey
    this.#options = options
  }

  /** A promise only if `apiKey` returns one. */
  credential(): Credential | Promise<Credential> {
    const key = readKey(this.#apiKey)
    return key instanceof Promise ? key.then((read) => this.#credentialOf(read)) : this.#credentialOf(key)
  }

  #credentialOf(key: string): Credential {
    if (this.#current?.hasKey(key)) return this.#current
    this.#count += 1
    this.#current = new Credential(this.#count, key, this.#options)
    return this.#current
  }
}

/** A promise only if `apiKey` returns one. @throws {ApiError} or rejects with it */
export function readKey(apiKey: () => string | Promise<string>): string | Promise<string> {
  try {
    const key = apiKey()
    return key instanceof Promise ? key.then(readable).catch(unreadable) : readable(key)
  } catch (error) {
    return unreadable(error)
  }
}

function readable(key: unknown): string {
  return typeof key === 'string' && key !== '' ? key : unreadable(null)
}

function unreadable(error: unknown): never {
  // Any other error may contain the key.
  if (error instanceof ApiError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = /^E[A-Z]+$/.test(code) ? ` (${code})` : ''
  throw new ApiError({
    code: 'authentication',
    message: `no API key could be read${reason}`,
    userMessage:
      reason === ''
        ? 'Sightline has no API key. Ask your Sightline admin to add one.'
        : `Sightline can’t read its API key${reason}. Ask your Sightline admin to check its file.`,
    retryable: false,
  })
}

function keyTimeout(): ApiError {
  return new ApiError({
    code: 'timeout',
    message: 'the API key was not read in time',
    userMessage: 'Sightline couldn’t read its API key in time. Try again in a few minutes.',
    retryable: true,
  })
}

/** Characters that a header allows. */
const TOKEN = /^[\x21-\x7e]+$/

const exchangeRoute: Route<{ token: string }> = {
  method: 'POST',
  template: '/v1/auth/token',
  base: 'core',
  schema: z.object({ token: z.string().regex(TOKEN) }),
  repeatable: true,
  retried: true,
  bearer: false,
  hasSecretAnswer: true,
  refusesKey,
}

const refreshRoute: Route<unknown> = {
  ...exchangeRoute,
  template: '/v1/auth/refresh_token',
  schema: z.unknown(),
  // If the refresh fails, the key is exchanged instead.
  retried: false,
}

/** Renew a token this long before it expires, or in the last fifth of a short lifetime. */
const AHEAD_MS = 60_000
const AHEAD_SHARE = 0.2
/** After a failed early renewal, use the old token for this long before trying again. */
const PAUSE_MS = 5_000

interface CredentialOptions {
  readonly attempts: Attempts
  readonly clock: Clock
}

class Credential implements Bearer {
  /** Identifies the credential without revealing the key. */
  readonly id: number
  readonly tail: string
  readonly #key: string
  readonly #options: CredentialOptions
  #token: string | null = null
  /** Milliseconds since the epoch; `null`: the token has no expiry. */
  #endsAt: number | null = null
  #renewAt: number | null = null
  #refused: string | null = null
  #renewing: Promise<string> | null = null

  constructor(id: number, key: string, options: CredentialOptions) {
    this.id = id
    this.tail = tailOf(key)
    this.#key = key
    this.#options = options
  }

  hasKey(key: string): boolean {
    return key === this.#key
  }

  secrets(): readonly string[] {
    return this.#token === null ? [this.#key] : [this.#key, this.#token]
  }

  currentToken(): string | null {
    if (this.#renewAt !== null && this.#now() >= this.#renewAt) return null
    return this.#token
  }

  renewToken(refused: string | null): Promise<string> {
    // Another call has already renewed it.
    if (refused !== null && this.#token !== null && this.#token !== refused)
      return Promise.resolve(this.#token)
    this.#refused = refused ?? this.#refused
    return this.#once(() => this.#renew())
  }

  /** Exchanges the key now, even if there is a valid token. */
  exchange(): Promise<string> {
    return this.#once(() => this.#exchange())
  }

  drop(token: string): void {
    if (this.#token === token) this.#forget()
  }

  #once(work: () => Promise<string>): Promise<string> {
    this.#renewing ??= work().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #renew(): Promise<string> {
    const old = this.#token
    if (old !== null) {
      const next = await this.#refresh(old)
      if (next !== null && next !== old) return this.#accept(next)
    }
    try {
      return await this.#exchange()
    } catch (error) {
      const usable =
        old !== null && old !== this.#refused && this.#endsAt !== null && this.#now() < this.#endsAt
      if (!usable) {
        this.#forget()
        throw error
      }
      this.#renewAt = Math.min(this.#now() + PAUSE_MS, this.#endsAt ?? 0)
      return old
    }
  }

  /** @returns the new token; `null`: the refresh failed, or its answer can't be read */
  async #refresh(token: string): Promise<string | null> {
    try {
      const next = refreshedToken(await this.#post(refreshRoute, { token }))
      return next !== null && TOKEN.test(next) ? next : null
    } catch {
      return null
    }
  }

  async #exchange(): Promise<string> {
    const { token } = await this.#post(exchangeRoute, { secret_key: this.#key })
    return this.#accept(token)
  }

  /** Several callers share the request, so none of them can abort it. */
  #post<T>(route: Route<T>, body: unknown): Promise<T> {
    const job = { route, path: route.template, body: JSON.stringify(body), identity: this }
    return this.#options.attempts.run(job)
  }

  #accept(token: string): string {
    const now = this.#now()
    const endsAt = expiryOf(token)
    // An expiry in the past means that the clocks differ: use the token until the service answers 401.
    this.#endsAt = endsAt !== null && endsAt > now ? endsAt : null
    this.#renewAt =
      this.#endsAt === null ? null : this.#endsAt - Math.min(AHEAD_MS, (this.#endsAt - now) * AHEAD_SHARE)
    this.#token = token
    return token
  }

  #forget(): void {
    this.#token = null
    this.#endsAt = null
    this.#renewAt = null
  }

  #now(): number {
    return this.#options.clock.now().epochMilliseconds
  }
}

/** The `exp` claim of a JSON Web Token, in milliseconds since the epoch; `null`: not a JWT, or no such claim. */
function expiryOf(token: string): number | null {
  const parts = token.split('.')
  const payload = parts[1]
  if (parts.length !== 3 || payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp * 1000 : null
  } catch {
    return null
  }
}

export interface CallOptions {
  /** Skips the cache lookup and pending requests, which may have been answered already. The answer is still cached. */
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
    return this.#shared(key, call?.fresh === true, async (request) => {
      const answer = await attempts.run({ route, path, body: null, identity: credential })
      // Measured: freezing each answer would take a fifth of the client's speed.
      if (cache !== null || request.isShared) deepFreeze(answer)
      // Unless a fresh request began later.
      if (this.#pending.get(key) === request) cache?.set(key, answer)
      return answer as Immutable<T>
    })
  }

  /** Callers of the same request share it, and continue one at a time after the one that began it. */
  #shared<T>(key: string, fresh: boolean, ask: (request: SharedRequest) => Promise<T>): Promise<T> {
    const pending = fresh ? undefined : this.#pending.get(key)
    if (pending?.answer) {
      pending.isShared = true
      return (pending.answer as Promise<T>).finally(() => this.#yieldQueue.pass())
    }
    const request: SharedRequest = { answer: null, isShared: false }
    const answer = ask(request).finally(() => {
      if (this.#pending.get(key) === request) this.#pending.delete(key)
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

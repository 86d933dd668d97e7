/** One API key and the token made from it (specification, part 5). Both stay in memory, in private fields. */
import * as z from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { refreshedToken, refusesKey } from '../assumptions.ts'
import type { Attempts, Bearer } from '../http/attempts.ts'
import { Deadline } from '../http/deadline.ts'
import type { Route } from '../http/route.ts'
import { expiryOf } from './jwt.ts'
import { tailOf } from './secrets.ts'

/** What may stand in a header. */
const TOKEN = /^[\x21-\x7e]+$/

const exchangeRoute: Route<{ token: string }> = {
  method: 'POST',
  template: '/v1/auth/token',
  base: 'core',
  schema: z.object({ token: z.string().regex(TOKEN) }),
  repeatable: true,
  retried: true,
  bearer: false,
  discreet: true,
  refusesKey,
}

const refreshRoute: Route<unknown> = {
  ...exchangeRoute,
  template: '/v1/auth/refresh_token',
  schema: z.unknown(),
  // The exchange stands behind it, so one try is enough.
  retried: false,
}

/** A token is renewed this long before its end, or in the last fifth of a short life. */
const AHEAD_MS = 60_000
const AHEAD_SHARE = 0.2
/** After a renewal ahead of time failed, the old token serves on for this long before the next try. */
const PAUSE_MS = 5_000

export interface CredentialOptions {
  readonly attempts: Attempts
  readonly clock: Clock
  readonly deadlineMs: number
}

export class Credential implements Bearer {
  /** Tells credentials apart without saying anything about the key. */
  readonly id: number
  readonly tail: string
  readonly #key: string
  readonly #options: CredentialOptions
  #token: string | null = null
  /** Milliseconds since the epoch; `null` when the token does not say. */
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

  madeOf(key: string): boolean {
    return key === this.#key
  }

  secrets(): readonly string[] {
    return this.#token === null ? [this.#key] : [this.#key, this.#token]
  }

  held(): string | null {
    if (this.#renewAt !== null && this.#now() >= this.#renewAt) return null
    return this.#token
  }

  renewed(refused: string | null): Promise<string> {
    // Someone else's 401 has led to a new token already.
    if (refused !== null && this.#token !== null && this.#token !== refused)
      return Promise.resolve(this.#token)
    this.#refused = refused ?? this.#refused
    return this.#once(() => this.#renew())
  }

  /** Exchanges the key now, whatever token there is. */
  exchanged(): Promise<string> {
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

  /** The new token, or `null` when the refresh failed or answered something unknown. */
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

  /** Shared by all who wait for it, so it has a deadline of its own and no caller's signal. */
  async #post<T>(route: Route<T>, body: unknown): Promise<T> {
    const deadline = new Deadline(this.#options.deadlineMs)
    try {
      const job = { route, path: route.template, body: JSON.stringify(body), identity: this }
      return await this.#options.attempts.run(job, deadline)
    } finally {
      deadline.stop()
    }
  }

  #accept(token: string): string {
    const now = this.#now()
    const endsAt = expiryOf(token)
    // A token that ends in the past says more about the clocks than about itself: 401 will tell.
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

import { AnswerCache, Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { notRenewed, PostError } from '../port.ts'
import { toPostError } from '../send/post-error.ts'
import type { BotToken, FreshToken, TokenStore } from './installation-store.ts'

/** Slack's tokens live for twelve hours (https://docs.slack.dev/authentication/using-token-rotation). */
const renewBeforeMs = 2 * 3_600_000
/** Longer than Slack is given for its answer. */
const leaseMs = 30_000
/** Another process may have renewed or ended it; until then the old one is used, which Slack itself may refuse. */
const cachedMs = 10_000
const mostCached = 2_000
const lookAgainMs = 250
/** Whoever waits for another process's renewal gives up with it. */
const mostLooks = (leaseMs + 10_000) / lookAgainMs
/** A renewal that failed is not asked for again with each call: Slack counts them. */
const againAfterMs = 15_000
/** A token that Slack has given is kept for as long as the database may be away. */
const firstSaveWaitMs = 250
const mostSaves = 40

export interface TokenOptions {
  /** Resolves when the store is open. */
  readonly store: () => Promise<TokenStore>
  /** Exchanges a refresh token with Slack; it can be used once. */
  readonly renew: (refreshToken: string) => Promise<FreshToken>
  readonly clock: Clock
  readonly log: Log
}

interface Failure {
  readonly generation: number
  /** `null`: Slack refuses the refresh token, so that there is no token any more. */
  readonly error: PostError | null
}

/** The bot tokens of all workspaces. One that runs out is renewed once, however many calls and processes need it. */
export class Tokens {
  readonly #options: TokenOptions
  /** By team. */
  readonly #cached: AnswerCache<BotToken | null>
  /** Under way, by the token's owner. */
  readonly #renewals = new Map<string, Promise<string | null>>()
  /** By the token's owner. */
  readonly #failures: Cache<Failure>

  constructor(options: TokenOptions) {
    this.#options = options
    const { clock } = options
    this.#cached = new AnswerCache({ clock, ttlMs: cachedMs, max: mostCached })
    this.#failures = new Cache({ clock, ttlMs: againAfterMs, max: mostCached })
  }

  /**
   * The token to call Slack with; `null`: Sightline is not installed there, or Slack no longer renews its token.
   * @throws {PostError} `token_not_renewed`: it ran out, and the next one can't be had at the moment
   */
  async of(team: string): Promise<string | null> {
    const token = await this.#read(team)
    if (token === null || this.#msLeft(token) > renewBeforeMs) return token?.token ?? null
    const failure = this.#failureOf(token)
    const renewal =
      failure === null ? (this.#renewals.get(token.owner) ?? this.#renewOnce(team, token)) : null
    // While the old one still works nobody waits for the new one.
    if (this.#msLeft(token) > 0) return token.token
    if (renewal !== null) return renewal
    if (failure?.error) throw failure.error
    return null
  }

  /** It was installed or taken out just now. */
  forget(team: string): void {
    this.#cached.delete(team)
  }

  #read(team: string): Promise<BotToken | null> {
    const { store } = this.#options
    return this.#cached.get(team, async () => (await store()).token(team))
  }

  #msLeft({ rotation }: BotToken): number {
    if (rotation === null) return Number.POSITIVE_INFINITY
    return (
      Temporal.Instant.from(rotation.expiresAt).epochMilliseconds -
      this.#options.clock.now().epochMilliseconds
    )
  }

  #failureOf({ owner, generation }: BotToken): Failure | null {
    const failure = this.#failures.get(owner)
    return failure?.generation === generation ? failure : null
  }

  #renewOnce(team: string, token: BotToken): Promise<string | null> {
    const { owner } = token
    const renewal = this.#renew(team)
      .catch((error: unknown) => this.#failed(team, token, error))
      .finally(() => this.#renewals.delete(owner))
    // Callers who wait for it handle the rejection; mostly there are none.
    renewal.catch(() => {})
    this.#renewals.set(owner, renewal)
    return renewal
  }

  /** @throws {PostError} unless Slack has refused: then there is no token any more */
  #failed(team: string, { owner, generation }: BotToken, reason: unknown): null {
    const { log } = this.#options
    const { outcome, code } = toPostError(reason)
    const refused = outcome === 'refused'
    log.error('a Slack token could not be renewed', {
      team,
      ...(code === notRenewed ? {} : { code }),
      detail: refused
        ? 'Check SLACK_CLIENT_ID and SLACK_CLIENT_SECRET; if they are right, the workspace has to add Sightline to Slack again.'
        : `It is tried again with the next call after ${againAfterMs / 1_000} s.`,
      error: reason,
    })
    const error = refused ? null : new PostError('not_sent', notRenewed, null, reason)
    this.#failures.set(owner, { generation, error })
    if (error !== null) throw error
    return null
  }

  async #renew(team: string): Promise<string | null> {
    const { clock, renew, log } = this.#options
    const store = await this.#options.store()
    for (let looks = 0; looks < mostLooks; looks += 1) {
      // Not from the cache: another process may have been faster.
      this.forget(team)
      const token = await this.#read(team)
      if (token === null || token.rotation === null || this.#msLeft(token) > renewBeforeMs)
        return token?.token ?? null
      if (await store.claimRenewal(token, leaseMs, clock.now())) {
        const fresh = await renew(token.rotation.refreshToken).catch(async (error: unknown) => {
          // Where it can't be given back, the lease ends by itself.
          await store.releaseRenewal(token).catch(() => {})
          throw error
        })
        if (await this.#save(store, token, fresh)) log.debug('a Slack token was renewed', { team })
        continue
      }
      if (this.#msLeft(token) > 0) return token.token
      await clock.sleep(lookAgainMs)
    }
    throw new PostError('not_sent', notRenewed)
  }

  /** The refresh token is used up by now: a fresh token that is lost would end the installation. */
  async #save(store: TokenStore, old: BotToken, fresh: FreshToken): Promise<boolean> {
    const { clock } = this.#options
    for (let tries = 1; ; tries += 1) {
      try {
        return await store.renewed(old, fresh)
      } catch (error) {
        if (tries === mostSaves) throw error
        await clock.sleep(Math.min(firstSaveWaitMs * 2 ** (tries - 1), againAfterMs))
      }
    }
  }
}

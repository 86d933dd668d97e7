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
const rememberedMs = 10_000
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
  readonly keeper: Promise<TokenStore>
  /** Exchanges a refresh token with Slack; it can be used once. */
  readonly renew: (refreshToken: string) => Promise<FreshToken>
  readonly clock: Clock
  readonly log: Log
}

interface Failure {
  readonly generation: number
  readonly until: number
  /** `null`: Slack refuses the refresh token, so that there is no token any more. */
  readonly error: PostError | null
}

/** The bot tokens of all workspaces. One that runs out is renewed once, however many calls and processes need it. */
export class Tokens {
  readonly #options: TokenOptions
  readonly #known = new Map<string, { readonly until: number; readonly kept: Promise<BotToken | null> }>()
  readonly #renewals = new Map<string, Promise<string | null>>()
  readonly #failures = new Map<string, Failure>()

  constructor(options: TokenOptions) {
    this.#options = options
  }

  /**
   * The token to call Slack with; `null`: Sightline is not installed there, or Slack no longer renews its token.
   * @throws {PostError} `token_not_renewed`: it ran out, and the next one can't be had at the moment
   */
  async of(team: string): Promise<string | null> {
    const kept = await this.#read(team)
    if (kept === null || this.#msLeft(kept) > renewBeforeMs) return kept?.token ?? null
    const failure = this.#failureOf(kept)
    const renewal = failure === null ? (this.#renewals.get(kept.owner) ?? this.#renewOnce(team, kept)) : null
    // While the old one still works nobody waits for the new one.
    if (this.#msLeft(kept) > 0) return kept.token
    if (renewal !== null) return renewal
    if (failure?.error) throw failure.error
    return null
  }

  /** It was installed or taken out just now. */
  forget(team: string): void {
    this.#known.delete(team)
  }

  #read(team: string): Promise<BotToken | null> {
    const { clock, keeper } = this.#options
    const now = clock.now().epochMilliseconds
    const found = this.#known.get(team)
    if (found !== undefined && found.until > now) return found.kept
    const kept = keeper.then((store) => store.token(team))
    this.#known.set(team, { until: now + rememberedMs, kept })
    kept.catch(() => this.#known.delete(team))
    return kept
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
    if (failure === undefined) return null
    const holds =
      failure.generation === generation && failure.until > this.#options.clock.now().epochMilliseconds
    if (holds) return failure
    this.#failures.delete(owner)
    return null
  }

  #renewOnce(team: string, kept: BotToken): Promise<string | null> {
    const { owner } = kept
    const renewal = this.#renew(team)
      .catch((error: unknown) => this.#failed(team, kept, error))
      .finally(() => this.#renewals.delete(owner))
    // Whoever waits for it meets the rejection; mostly nobody does.
    renewal.catch(() => {})
    this.#renewals.set(owner, renewal)
    return renewal
  }

  /** @throws {PostError} unless Slack has refused: then there is no token any more */
  #failed(team: string, { owner, generation }: BotToken, reason: unknown): null {
    const { clock, log } = this.#options
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
    const until = clock.now().epochMilliseconds + againAfterMs
    this.#failures.set(owner, { generation, until, error })
    if (error !== null) throw error
    return null
  }

  async #renew(team: string): Promise<string | null> {
    const { clock, keeper, renew, log } = this.#options
    const store = await keeper
    for (let looks = 0; looks < mostLooks; looks += 1) {
      // Whatever was remembered: another process may have been faster.
      this.forget(team)
      const kept = await this.#read(team)
      if (kept === null || kept.rotation === null || this.#msLeft(kept) > renewBeforeMs)
        return kept?.token ?? null
      if (await store.claimRenewal(kept, leaseMs, clock.now())) {
        const fresh = await renew(kept.rotation.refreshToken).catch(async (error: unknown) => {
          // Where it can't be given back, the lease ends by itself.
          await store.releaseRenewal(kept).catch(() => {})
          throw error
        })
        if (await this.#save(store, kept, fresh)) log.debug('a Slack token was renewed', { team })
        continue
      }
      if (this.#msLeft(kept) > 0) return kept.token
      await clock.sleep(lookAgainMs)
    }
    throw new PostError('not_sent', notRenewed)
  }

  /** The refresh token is used up by now: a fresh token that is lost would end the installation. */
  async #save(store: TokenStore, kept: BotToken, fresh: FreshToken): Promise<boolean> {
    const { clock } = this.#options
    for (let tries = 1; ; tries += 1) {
      try {
        return await store.renewed(kept, fresh)
      } catch (error) {
        if (tries === mostSaves) throw error
        await clock.sleep(Math.min(firstSaveWaitMs * 2 ** (tries - 1), againAfterMs))
      }
    }
  }
}

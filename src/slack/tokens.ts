import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { FreshToken, KeptToken, TokenKeeper } from './keeper.ts'

/** Slack's tokens live for twelve hours (https://docs.slack.dev/authentication/using-token-rotation). */
const renewBeforeMs = 2 * 3_600_000
/** Longer than Slack is given for its answer. */
const leaseMs = 30_000
/** Another process may have renewed or ended it; until then the old one is used, which Slack itself may refuse. */
const rememberedMs = 10_000
const lookAgainMs = 250
/** Whoever waits for another process's renewal gives up with it. */
const mostLooks = (leaseMs + 10_000) / lookAgainMs

export interface TokenOptions {
  /** Resolves when the store is open. */
  readonly keeper: Promise<TokenKeeper>
  /** Exchanges a refresh token with Slack; it can be used once. */
  readonly renew: (refreshToken: string) => Promise<FreshToken>
  readonly clock: Clock
  readonly log: Log
}

/** The bot tokens of all workspaces. One that runs out is renewed once, however many calls and processes need it. */
export class Tokens {
  readonly #options: TokenOptions
  readonly #known = new Map<string, { readonly until: number; readonly kept: Promise<KeptToken | null> }>()
  readonly #renewals = new Map<string, Promise<string | null>>()

  constructor(options: TokenOptions) {
    this.#options = options
  }

  /** The token to call Slack with; `null`: Sightline is not installed there, or its token ran out and can't be renewed. */
  async of(team: string): Promise<string | null> {
    const kept = await this.#read(team)
    if (kept === null || this.#msLeft(kept) > renewBeforeMs) return kept?.token ?? null
    const renewal = this.#renewals.get(kept.owner) ?? this.#renewOnce(team, kept.owner)
    // While the old one still works nobody waits for the new one.
    return this.#msLeft(kept) > 0 ? kept.token : renewal
  }

  /** It was installed or taken out just now. */
  forget(team: string): void {
    this.#known.delete(team)
  }

  #read(team: string): Promise<KeptToken | null> {
    const { clock, keeper } = this.#options
    const now = clock.now().epochMilliseconds
    const found = this.#known.get(team)
    if (found !== undefined && found.until > now) return found.kept
    const kept = keeper.then((store) => store.token(team))
    this.#known.set(team, { until: now + rememberedMs, kept })
    kept.catch(() => this.#known.delete(team))
    return kept
  }

  #msLeft({ rotation }: KeptToken): number {
    if (rotation === null) return Number.POSITIVE_INFINITY
    return (
      Temporal.Instant.from(rotation.expiresAt).epochMilliseconds -
      this.#options.clock.now().epochMilliseconds
    )
  }

  #renewOnce(team: string, owner: string): Promise<string | null> {
    const renewal = this.#renew(team)
      .catch((error: unknown) => {
        this.#options.log.error('a Slack token could not be renewed', {
          team,
          detail:
            'The next call tries again. If that does not help, the workspace has to add Sightline to Slack again.',
          error,
        })
        return null
      })
      .finally(() => this.#renewals.delete(owner))
    this.#renewals.set(owner, renewal)
    return renewal
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
          await store.releaseRenewal(kept)
          throw error
        })
        if (await store.renewed(kept, fresh)) log.debug('a Slack token was renewed', { team })
        continue
      }
      if (this.#msLeft(kept) > 0) return kept.token
      await clock.sleep(lookAgainMs)
    }
    return null
  }
}

/** Clients of the Web API, each with its workspace's token, which is renewed before it expires. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import {
  type Logger,
  type WebAPICallResult,
  WebAPIPlatformError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api'
import { withRetry } from '../../lib/async.ts'
import { AnswerCache, Cache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log, Meter } from '../../lib/telemetry.ts'
import type { NewInstallation, Store, StoredToken } from '../../store/index.ts'
import { isTokenRefusal } from '../../store/reason.ts'
import { notRenewed, PostError } from '../port.ts'
import { type SlackTime, sendInTime, toPostError } from './calls.ts'

/** Time limit of calls to Slack; after it their outcome is unknown. */
export const callTimeoutMs = 10_000

export interface SlackContext {
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly logger: Logger
}

/** Client options without retries: the caller handles the failure. */
export const noRetries = (
  { apiUrl }: { readonly apiUrl: string },
  { logger }: Pick<SlackContext, 'logger'>,
) => ({
  slackApiUrl: apiUrl,
  logger,
  timeout: callTimeoutMs,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
})

/** The SDK's client with each request logged and measured, without its content. */
export class SlackClient extends WebClient {
  readonly #log: Log
  readonly #meter: Meter

  /** @param token if `undefined`, each request sets its own */
  constructor(
    token: string | undefined,
    options: WebClientOptions,
    { log, meter }: Pick<SlackContext, 'log' | 'meter'>,
  ) {
    // The SDK's queue would run calls late and under another call's send deadline (`sendInTime`).
    super(token, { ...options, maxRequestConcurrency: Number.POSITIVE_INFINITY })
    this.#log = log
    this.#meter = meter
  }

  override apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
    return this.watched(method, () => super.apiCall(method, options))
  }

  /** Logs and measures a request to Slack's Web API or to one of its other addresses. */
  async watched<T>(method: string, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const record = (outcome: Parameters<Meter['slackRequest']>[1], code?: string) => {
      const ms = performance.now() - startedAt
      this.#meter.slackRequest(method, outcome, ms / 1_000)
      this.#log.debug('slack request', { route: method, outcome, code, ms: Math.round(ms) })
    }
    try {
      const answer = await call()
      record('ok')
      return answer
    } catch (error) {
      const { outcome, code } = toPostError(error)
      record(outcome === 'unknown' ? 'no_answer' : outcome, code)
      throw error
    }
  }
}

const sentWith = new AsyncLocalStorage<{ token: string | null }>()

/**
 * A client for one workspace. Each call reads the current token, since tokens are rotated. Without a token the call fails
 * with Slack's `token_revoked`; if the token can't be read in time, nothing is sent. A call that Slack refuses with
 * `token_expired` was not carried out, so it is repeated once with the next token.
 * @param refused called before a call fails because Slack refuses the workspace's token, with Slack's code
 */
export function teamClient(
  team: string,
  tokens: Pick<Tokens, 'of' | 'expired'>,
  time: SlackTime,
  apiUrl: string,
  context: Pick<SlackContext, 'log' | 'meter' | 'logger'>,
  refused: (team: string, code: string) => Promise<void>,
): SlackClient {
  const withToken: typeof fetch = async (input, init) => {
    const token = await tokens.of(team).catch((error: unknown) => {
      throw error instanceof PostError ? error : notSent(error)
    })
    if (init?.signal?.aborted) throw notSent(init.signal.reason)
    if (token === null) return Response.json({ ok: false, error: 'token_revoked' })
    const headers = new Headers(init?.headers)
    // Upload addresses carry their own authorization.
    if (String(input).startsWith(apiUrl)) {
      headers.set('authorization', `Bearer ${token}`)
      const call = sentWith.getStore()
      if (call !== undefined) call.token = token
    }
    return time.fetch(input, { ...init, headers })
  }
  const clientOptions = {
    ...noRetries({ apiUrl }, context),
    // An organization's token works in many workspaces, so calls name theirs.
    ...(team.startsWith('T') ? { teamId: team } : {}),
    fetch: withToken,
  }

  class TeamClient extends SlackClient {
    override async apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
      try {
        return await this.#callAgainIfExpired(method, options)
      } catch (error) {
        const { outcome, code } = toPostError(error)
        if (outcome === 'refused' && isTokenRefusal(code)) await refused(team, code)
        throw error
      }
    }

    async #callAgainIfExpired(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
      const sent: { token: string | null } = { token: null }
      try {
        return await sentWith.run(sent, () => super.apiCall(method, options))
      } catch (error) {
        const isExpired = error instanceof WebAPIPlatformError && error.data.error === 'token_expired'
        if (!isExpired || sent.token === null || !(await tokens.expired(team, sent.token))) throw error
      }
      return super.apiCall(method, options)
    }
  }
  return new TeamClient(undefined, clientOptions, context)
}

function notSent(cause: unknown): PostError {
  return new PostError('not_sent', notRenewed, null, cause)
}

/**
 * Logs where in its code Bolt or the SDK logged something, and the kind of error. Never the text, which can contain tokens
 * and messages. Debug lines are dropped.
 */
export function boltLogger(log: Log): BoltLogger {
  const fields = (parts: readonly unknown[]) => {
    const error = parts.find((part) => part instanceof Error)
    const detail = placeInSdk()
    return error === undefined ? { detail } : { detail, error }
  }
  return {
    debug: () => {},
    info: (...parts) => log.debug('slack sdk', fields(parts)),
    warn: (...parts) => log.warn('slack sdk', fields(parts)),
    error: (...parts) => log.error('slack sdk', fields(parts)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  }
}

/** File and line of the caller in the SDK, for example `web-api/dist/WebClient.js:604`. */
function placeInSdk(): string {
  const place = /@slack[\\/]([\w.\\/-]+:\d+):\d+/.exec(new Error().stack ?? '')
  return place?.[1] ?? 'outside the SDK'
}

/** Drops errors without a message: strangers cause them at will, and `oauth/installer.ts` logs them at a limited rate. */
export function withoutBareErrors(logger: BoltLogger): BoltLogger {
  return {
    ...logger,
    error: (...parts) => {
      if (!(parts[0] instanceof Error)) logger.error(...parts)
    },
  }
}

/** Slack's tokens expire after twelve hours (https://docs.slack.dev/authentication/using-token-rotation). */
export const renewBeforeMs = 2 * 3_600_000
/**
 * Longer than a request to Slack takes, but short: if the process is killed during a renewal, the next one has to use the
 * same refresh token, which Slack revokes "after a short grace period" of unknown length.
 */
const leaseMs = 15_000
/** A process that was paused after its claim must not use the refresh token at the same time as the next one. */
const sendWithinMs = 5_000
/** Another process may renew or end a token. The old one, which Slack may reject, is used for at most this long. */
const cacheTtlMs = 10_000
/** More than the workspaces kept in memory (`app/runtime.ts`), since none of those may lose its ports. */
export const maxCached = 6_000
const pollMs = 250
/** Wait for another process's renewal a little longer than its lease. */
const maxPolls = (leaseMs + 10_000) / pollMs
/** Delay after a failed renewal, since Slack limits their rate. */
const retryAfterMs = 15_000
/** Delay after Slack refused a renewal: it hardly ever takes that back. A new installation has a token of its own. */
const refusedRetryAfterMs = 60 * 60_000
/** After a renewal because of `token_expired`, the same error about the next token is ignored for this long. */
const expiredMs = 10 * 60_000
/** While the database is unavailable, a token that was read earlier is used for this long. */
const lastReadMs = 60 * 60_000
/** A new token must not be lost, so saving is retried through a database outage. */
const savingMs = 60 * 60_000
/** Time for another process to save the next token once the database is back. */
const otherSaveMs = 2_000

interface TokenOptions {
  readonly token: (team: string) => Promise<StoredToken | null>
  /** Resolves when the store is open. Only asked about tokens that expire. */
  readonly store: () => Promise<TokenStore>
  /** Exchanges a refresh token, which Slack accepts once. */
  readonly renew: (refreshToken: string) => Promise<FreshToken>
  /** Slack has revoked the refresh token, so Sightline has to be added to Slack again. May be called repeatedly. */
  readonly refused: (refusal: RenewalRefused) => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

interface Failure {
  readonly generation: number
  /** `null`: Slack rejected the refresh token, so no token is left. */
  readonly error: PostError | null
}

export type Tokens = ReturnType<typeof createTokens>

/** The bot tokens of all workspaces. A token that expires is renewed once, across all calls and processes. */
export function createTokens({ token: readToken, store: opened, renew, refused, clock, log }: TokenOptions) {
  const cached = new AnswerCache<StoredToken | null>({ clock, ttlMs: cacheTtlMs, max: maxCached })
  /** Pending renewals, by the token's owner. */
  const renewals = new Map<string, Promise<string | null>>()
  /** By the token's owner. */
  const failures = new Cache<Failure>({ clock, ttlMs: refusedRetryAfterMs, max: maxCached })
  /** Generations that Slack reported as expired early, by the token's owner. */
  const expiredEarly = new Cache<number>({ clock, ttlMs: expiredMs, max: maxCached })
  /** By team, for a database outage. */
  const lastRead = new Cache<StoredToken>({ clock, ttlMs: lastReadMs, max: maxCached })
  /** New tokens that aren't saved yet, by their owner, with the generation that they replace. */
  const unsaved = new Map<string, { readonly generation: number; readonly token: string }>()

  const read = (team: string): Promise<StoredToken | null> =>
    cached.get(team, async () => {
      const token = await readToken(team)
      if (token === null) lastRead.delete(team)
      else lastRead.set(team, token)
      return token
    })

  const readFresh = (team: string): Promise<StoredToken | null> => {
    cached.delete(team)
    return read(team)
  }

  const msLeft = ({ owner, generation, rotation }: StoredToken): number => {
    if (rotation === null) return Number.POSITIVE_INFINITY
    if (expiredEarly.get(owner) === generation) return 0
    return Temporal.Instant.from(rotation.expiresAt).epochMilliseconds - clock.now().epochMilliseconds
  }

  const failureOf = ({ owner, generation }: StoredToken): Failure | null => {
    const failure = failures.get(owner)
    return failure?.generation === generation ? failure : null
  }

  const reportRefused = async ({ owner, generation, rotation }: StoredToken): Promise<void> => {
    await clock.sleep(otherSaveMs)
    const token = await readFresh(owner)
    if (token?.generation !== generation || rotation === null) return
    await refused({ owner, generation, endsAt: Temporal.Instant.from(rotation.expiresAt) })
  }

  /** @returns `null` if Slack rejected the refresh token, so that no token is left. @throws {PostError} otherwise */
  const failed = (team: string, token: StoredToken, reason: unknown): null => {
    const { owner, generation } = token
    const { outcome, code } = toPostError(reason)
    const isRefused = outcome === 'refused'
    log.error('a Slack token could not be renewed', {
      team,
      ...(code === notRenewed ? {} : { code }),
      detail: isRefused
        ? 'Check SLACK_CLIENT_ID and SLACK_CLIENT_SECRET; if they are right, the workspace has to add Sightline to Slack again.'
        : `It is retried with the next call after ${retryAfterMs / 1_000} s.`,
      error: reason,
    })
    const error = isRefused ? null : new PostError('not_sent', notRenewed, null, reason)
    failures.set(owner, { generation, error }, isRefused ? refusedRetryAfterMs : retryAfterMs)
    if (error !== null) throw error
    if (code === 'invalid_refresh_token')
      reportRefused(token).catch((failure: unknown) => {
        log.warn('could not notify anyone that a Slack token is not renewed', { team, error: failure })
      })
    return null
  }

  /** The old refresh token is used up, so losing the new token would end the installation. */
  const save = async (store: TokenStore, old: StoredToken, fresh: FreshToken): Promise<boolean> => {
    const { owner, generation } = old
    unsaved.set(owner, { generation, token: fresh.token })
    try {
      return await withRetry(clock, () => store.renewed(old, fresh), { forMs: savingMs })
    } finally {
      unsaved.delete(owner)
    }
  }

  const renewed = async (team: string): Promise<string | null> => {
    const store = await opened()
    for (let polls = 0; polls < maxPolls; polls += 1) {
      // Another process may have renewed it.
      const token = await readFresh(team)
      if (token === null || token.rotation === null || msLeft(token) > renewBeforeMs)
        return token?.token ?? null
      const claimedAt = clock.now()
      if (await store.claimRenewal(token, leaseMs, claimedAt)) {
        const { refreshToken } = token.rotation
        const maySend = () => clock.now().since(claimedAt).total('milliseconds') < sendWithinMs
        const fresh = await sendInTime(maySend, () => renew(refreshToken)).catch(async (error: unknown) => {
          // If Slack may have renewed the token, the renewal is repeated once the lease expires.
          const { outcome } = toPostError(error)
          if (outcome === 'refused' || outcome === 'rate_limited')
            await store.releaseRenewal(token).catch(() => {})
          throw error
        })
        if (await save(store, token, fresh)) log.debug('a Slack token was renewed', { team })
        continue
      }
      if (msLeft(token) > 0) return token.token
      await clock.sleep(pollMs)
    }
    throw new PostError('not_sent', notRenewed)
  }

  const renewOnce = (team: string, token: StoredToken): Promise<string | null> => {
    const { owner } = token
    const renewal = renewed(team)
      .catch((error: unknown) => failed(team, token, error))
      .finally(() => renewals.delete(owner))
    // Callers that wait handle the rejection; usually there are none.
    renewal.catch(() => {})
    renewals.set(owner, renewal)
    return renewal
  }

  /**
   * The current token; `null`: not installed, or Slack no longer renews its token.
   * @throws {PostError} `token_not_renewed`: it expired and could not be renewed yet
   */
  const of = async (team: string): Promise<string | null> => {
    let isLast = false
    const token = await read(team).catch((error: unknown) => {
      const last = lastRead.get(team)
      if (last === undefined || (msLeft(last) <= 0 && !unsaved.has(last.owner))) throw error
      isLast = true
      return last
    })
    if (token === null) return null
    const next = unsaved.get(token.owner)
    if (next?.generation === token.generation) return next.token
    if (isLast || msLeft(token) > renewBeforeMs) return token.token
    const failure = failureOf(token)
    const renewal = failure === null ? (renewals.get(token.owner) ?? renewOnce(team, token)) : null
    // Callers don't wait for a renewal while the old token works.
    if (msLeft(token) > 0) return token.token
    if (renewal !== null) return renewal
    if (failure?.error) throw failure.error
    return null
  }

  return {
    of,

    /**
     * Renews a token that Slack refused with `token_expired`, even if it hasn't expired by our clock. The same error about
     * the next token is ignored for a while, so that calls and renewals don't trigger each other forever.
     * @returns whether there is another token now
     * @throws {PostError} `token_not_renewed`
     */
    expired: async (team: string, token: string): Promise<boolean> => {
      // Another process may have renewed it.
      const current = await readFresh(team).catch((error: unknown) => {
        throw new PostError('not_sent', notRenewed, null, error)
      })
      if (current === null || current.token !== token) return current !== null
      const { owner, generation, rotation } = current
      if (rotation === null || (expiredEarly.get(owner) ?? generation) !== generation) return false
      expiredEarly.set(owner, generation)
      const next = await of(team)
      return next !== null && next !== token
    },

    /** Drops the cached token after an installation or a removal. */
    forget: (team: string): void => {
      cached.delete(team)
      lastRead.delete(team)
    },

    /** Repeats a renewal that was cut off. Slack accepts the old refresh token until it revokes it. */
    resume: async ({ owner, generation }: TokenRef): Promise<void> => {
      const token = await readFresh(owner).catch(() => null)
      if (token?.generation === generation && msLeft(token) <= renewBeforeMs)
        await (renewals.get(owner) ?? renewOnce(owner, token)).catch(() => {})
      else await (await opened()).releaseRenewal({ owner, generation })
    },

    settled: async (): Promise<void> => void (await Promise.allSettled(renewals.values())),
  }
}

export type TokenRef = Pick<StoredToken, 'owner' | 'generation'>

export type TokenStore = Pick<Store['installations'], 'claimRenewal' | 'renewed' | 'releaseRenewal'>

export type FreshToken = Parameters<TokenStore['renewed']>[1]

export type SlackInstallations = TokenStore &
  Pick<Store['installations'], 'token' | 'works' | 'link'> &
  Pick<Store['idempotencyKeys'], 'use'>

export interface RenewalRefused extends TokenRef {
  readonly endsAt: Temporal.Instant
}

/** A completed installation. `team` is the id of a workspace or, with `isOrg`, of an organization. */
export interface Installed extends NewInstallation {
  /** By Slack's clock, like its events. */
  readonly at: Temporal.Instant
}

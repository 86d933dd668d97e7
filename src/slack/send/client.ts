import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger as BoltLogger, LogLevel } from '@slack/bolt'
import {
  type Logger,
  type WebAPICallResult,
  WebAPIPlatformError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import type { Log, Meter } from '../../lib/telemetry.ts'
import { isTokenRefusal } from '../../store/reason.ts'
import type { Tokens } from '../oauth/tokens.ts'
import { notRenewed, PostError } from '../port.ts'
import { type SlackTime, toPostError } from './calls.ts'

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

/** Drops errors without a message: strangers cause them at will, and `installer.ts` logs them at a limited rate. */
export function withoutBareErrors(logger: BoltLogger): BoltLogger {
  return {
    ...logger,
    error: (...parts) => {
      if (!(parts[0] instanceof Error)) logger.error(...parts)
    },
  }
}

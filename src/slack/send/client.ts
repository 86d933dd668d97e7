import { type Logger, type WebAPICallResult, WebClient, type WebClientOptions } from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import { toPostError } from './post-error.ts'

/** Shared by all clients of Slack. */
export interface SlackContext {
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  /** For the SDK's own lines. */
  readonly logger: Logger
}

const outcomes = {
  refused: 'refused',
  rate_limited: 'rate_limited',
  not_sent: 'not_sent',
  unknown: 'no_answer',
} as const

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
    // The SDK's queue would run calls late and under another call's send deadline (`send-deadline.ts`).
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
      record(outcomes[outcome], code)
      throw error
    }
  }
}

import { type WebAPICallResult, WebClient, type WebClientOptions } from '@slack/web-api'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import { toPostError } from './post-error.ts'

const outcomes = {
  refused: 'refused',
  rate_limited: 'rate_limited',
  not_sent: 'not_sent',
  unknown: 'no_answer',
} as const

/** The SDK's client; each request is noted in the log and measured, and nothing of what it says. */
export class SlackClient extends WebClient {
  readonly #log: Log
  readonly #meter: Meter

  /** @param token left out: each request brings its own */
  constructor(
    token: string | undefined,
    options: WebClientOptions,
    { log, meter }: { readonly log: Log; readonly meter: Meter },
  ) {
    // Its queue would run a call in the name of another one (`leaving.ts`), and late: its time-out starts behind it.
    super(token, { ...options, maxRequestConcurrency: Number.POSITIVE_INFINITY })
    this.#log = log
    this.#meter = meter
  }

  override apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
    return this.watched(method, () => super.apiCall(method, options))
  }

  /** Runs a request to Slack that is not one of the Web API's methods, or one of them. */
  async watched<T>(method: string, call: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const note = (outcome: Parameters<Meter['slackRequest']>[1], code?: string) => {
      const ms = performance.now() - began
      this.#meter.slackRequest(method, outcome, ms / 1_000)
      this.#log.debug('slack request', { route: method, outcome, code, ms: Math.round(ms) })
    }
    try {
      const answer = await call()
      note('ok')
      return answer
    } catch (error) {
      const { outcome, code } = toPostError(error)
      note(outcomes[outcome], code)
      throw error
    }
  }
}

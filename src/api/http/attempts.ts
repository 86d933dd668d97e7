import { unlessAborted } from '../../lib/async.ts'
import type { Clock } from '../../lib/clock.ts'
import { isSuccess } from '../assumptions.ts'
import { ApiError, type ApiErrorCode } from '../errors.ts'
import {
  authenticationError,
  deadlineError,
  errorOf,
  failureError,
  type Identity,
  mismatchError,
  statusError,
} from '../outcome-error.ts'
import { parseBody } from '../schemas.ts'
import { parseRetryAfter, type RetryCause, retryDelay } from './retry.ts'
import type { Route } from './route.ts'
import type { Outcome, Outgoing, Transport } from './transport.ts'

export interface Bearer extends Identity {
  /** `null`: there is no token, or it has to be renewed. */
  currentToken(): string | null
  /** Gets a new token; callers share one renewal. @param refused the token that the service answered with 401 */
  renewToken(refused: string | null): Promise<string>
  drop(token: string): void
}

export interface Job<T> extends Pick<Outgoing, 'path' | 'body' | 'maySend'> {
  readonly route: Route<T>
  readonly identity: Bearer
}

interface AttemptsOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: () => number
  readonly deadlineMs: number
  readonly onRequest: ((event: RequestEvent) => void) | undefined
}

/** Made once: each would record where it was made. */
const timedOut = new DOMException('the call timed out', 'TimeoutError')

export class Attempts {
  readonly #options: AttemptsOptions

  constructor(options: AttemptsOptions) {
    this.#options = options
  }

  /** @throws {ApiError} */
  async run<T>(job: Job<T>): Promise<T> {
    const call = new AbortController()
    const timer = setTimeout(() => call.abort(timedOut), this.#options.deadlineMs)
    try {
      return await this.#untilAnswered(job, call.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async #untilAnswered<T>(job: Job<T>, signal: AbortSignal): Promise<T> {
    const { transport, clock, random, deadlineMs } = this.#options
    const { route, identity } = job
    const endsAt = clock.now().epochMilliseconds + deadlineMs
    let retries = 0
    let renewed = false
    for (let attempt = 1; ; attempt += 1) {
      const token = route.bearer
        ? (identity.currentToken() ?? (await this.#renewToken(job, null, signal)))
        : null
      const began = performance.now()
      const { base, method } = route
      const outcome = await transport.send({ ...job, base, method, token, signal })
      const result = this.#resultOf(job, outcome)
      this.#report(job, outcome, result, { attempt, durationMs: performance.now() - began })
      if (!(result instanceof ApiError)) return result
      if (token !== null && outcome.answered && outcome.status === 401) {
        if (renewed) {
          identity.drop(token)
          throw result
        }
        renewed = true
        await this.#renewToken(job, token, signal)
        continue
      }
      const now = clock.now()
      const delay = retryDelay({
        repeatable: route.retried,
        retries,
        cause: causeOf(outcome),
        retryAfterMs: outcome.answered ? parseRetryAfter(outcome.retryAfter, now) : null,
        remainingMs: endsAt - now.epochMilliseconds,
        random: random(),
      })
      if (delay === null) throw result
      retries += 1
      await this.#withinDeadline(job, clock.sleep(delay, signal), signal)
    }
  }

  #renewToken<T>(job: Job<T>, refused: string | null, signal: AbortSignal): Promise<string> {
    return this.#withinDeadline(job, unlessAborted(job.identity.renewToken(refused), signal), signal)
  }

  /** Awaits `waiting` while no attempt is running. Rejects with a `timeout` error at the deadline. */
  async #withinDeadline<T, W>(job: Job<T>, waiting: Promise<W>, signal: AbortSignal): Promise<W> {
    try {
      return await waiting
    } catch (error) {
      if (signal.aborted && !(error instanceof ApiError)) throw deadlineError(job)
      throw error
    }
  }

  #resultOf<T>(job: Job<T>, outcome: Outcome): T | ApiError {
    if (outcome.answered) {
      const { status } = outcome
      if (!isSuccess(status))
        return job.route.refusesKey?.(status)
          ? authenticationError(job, status, `refused with status ${status}`)
          : statusError(job, outcome, this.#options.clock.now())
      const parsed = parseBody(job.route.schema, outcome.text)
      return parsed.ok ? parsed.value : mismatchError(job, status, parsed.mismatch)
    }
    if (outcome.failure !== 'aborted') return failureError(job, outcome)
    if (job.route.repeatable) return deadlineError(job)
    const message = 'stopped waiting for the answer: the deadline was reached'
    return errorOf(job, 'outcome_unknown', outcome.status, message)
  }

  #report<T>(
    job: Job<T>,
    outcome: Outcome,
    result: T | ApiError,
    measured: Pick<RequestEvent, 'attempt' | 'durationMs'>,
  ): void {
    const { onRequest } = this.#options
    if (onRequest === undefined) return
    const { method, template } = job.route
    const event = { method, route: template, status: outcome.status, ...measured }
    try {
      onRequest(result instanceof ApiError ? { ...event, error: result.code } : event)
    } catch {
      // An error in the metrics must not fail the call.
    }
  }
}

function causeOf(outcome: Outcome): RetryCause {
  if (outcome.answered) return { status: outcome.status }
  if (outcome.failure === 'not_sent') return 'connect'
  return outcome.failure === 'reset' || outcome.failure === 'timeout' ? outcome.failure : 'other'
}

/** An attempt, for metrics. Contains no path, query, key or token. */
export interface RequestEvent {
  readonly method: 'GET' | 'POST'
  readonly route: string
  readonly status: number | null
  readonly durationMs: number
  readonly attempt: number
  readonly error?: ApiErrorCode
}

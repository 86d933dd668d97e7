/** Attempts until there is an answer, or an `ApiError` with one message for the operator and one for users in Slack. */

import * as z from 'zod'
import { unlessAborted } from '../lib/async.ts'
import type { Clock } from '../lib/clock.ts'
import { codeOfStatus, isSuccess, mayHaveTakenEffect } from './assumptions.ts'
import { ApiError, type ApiErrorCode, type ApiErrorInit, type ErrorDetail, scrub } from './errors.ts'
import {
  type Outcome,
  type Outgoing,
  parseRetryAfter,
  type RetryCause,
  type Route,
  retryDelay,
  type Transport,
} from './requests.ts'
import { listOf, type Mismatch, parseBody, textOrEmpty } from './schemas.ts'

export interface Identity {
  readonly tail: string
  secrets(): readonly string[]
}

export interface FailedCall {
  readonly route: Pick<Route<unknown>, 'template' | 'repeatable' | 'hasSecretAnswer'>
  readonly identity: Identity
}

const MAX_DETAILS = 10
const MAX_TEXT = 200
const MAX_QUOTE = 60

const validationBody = z.object({
  detail: listOf(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: textOrEmpty })),
})

function detailsOf(text: string, secrets: readonly string[]): readonly ErrorDetail[] {
  const body = parseBody(validationBody, text)
  if (!body.ok) return []
  return body.value.detail.slice(0, MAX_DETAILS).map(({ loc, msg }) => ({
    path: scrub(loc.join('.'), secrets, MAX_TEXT),
    msg: scrub(msg, secrets, MAX_TEXT),
  }))
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  const [size, unit] = seconds < 120 ? [1, 'second'] : seconds < 7_200 ? [60, 'minute'] : [3_600, 'hour']
  const count = Math.ceil(seconds / size)
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}

const USER_MESSAGES: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  forbidden: 'Sightline’s API key isn’t allowed to do that. Ask your Sightline admin for one that is.',
  not_found: 'The analytics service has nothing with that id. Check the id, or choose another workspace.',
  unavailable: 'The analytics service can’t be reached. Try again in a few minutes.',
  timeout: 'The analytics service took too long to answer. Try again in a few minutes.',
  bad_response:
    'Sightline can’t read the analytics service’s answer. Try again later; if it keeps happening, tell your Sightline admin.',
  outcome_unknown:
    'The analytics service didn’t confirm this, so it may or may not be done. Check the analytics console before you try again.',
}

const wrongAddressMessage =
  'The analytics service isn’t at the address that Sightline was given. Ask your Sightline admin to check it.'
const downMessage = 'The analytics service is down. Try again in a few minutes.'

function fieldMessage(field: string): string {
  return `The analytics service’s answers have changed: Sightline can’t read the field ${field}. Tell your Sightline admin; an update may fix it.`
}

/** @param more instead of the defaults */
function errorOf(
  call: FailedCall,
  code: ApiErrorCode,
  status: number | null,
  message: string,
  more: Partial<ApiErrorInit> = {},
): ApiError {
  const route = call.route.template
  return new ApiError({
    code,
    message,
    userMessage:
      USER_MESSAGES[code] ?? 'The analytics service rejected the request. Change it and try again.',
    retryable: false,
    status,
    route,
    ...more,
  })
}

function authenticationError(call: FailedCall, status: number | null, message: string): ApiError {
  const { tail } = call.identity
  const name = tail === '' ? 'the API key' : `the API key ending in …${tail}`
  const userMessage = `The analytics service rejected ${name}. Ask your Sightline admin to check or replace it.`
  return errorOf(call, 'authentication', status, `${message} (${name})`, { userMessage })
}

/** The deadline was reached before a POST was sent, or during a repeatable call. */
function deadlineError(call: FailedCall): ApiError {
  return errorOf(call, 'timeout', null, 'the call timed out', { retryable: true })
}

/** A POST most likely took effect, so its outcome is unknown: repeating it could do things twice. */
function mismatchError(call: FailedCall, status: number | null, mismatch: Mismatch): ApiError {
  const code = call.route.repeatable ? 'bad_response' : 'outcome_unknown'
  const quote = call.route.hasSecretAnswer ? null : mismatch.quote
  const quoted = quote === null ? '' : ` ${JSON.stringify(scrub(quote, call.identity.secrets(), MAX_QUOTE))}`
  const received = `${mismatch.received}${quoted}`
  const field = mismatch.field === '' ? 'the body' : mismatch.field
  return errorOf(call, code, status, `${field}: expected ${mismatch.expected}, received ${received}`, {
    ...(code === 'bad_response' && mismatch.field !== '' && { userMessage: fieldMessage(mismatch.field) }),
    field: mismatch.field,
    received,
  })
}

function statusError(
  call: FailedCall,
  outcome: Outcome & { answered: true },
  now: Temporal.Instant,
): ApiError {
  const { status, text } = outcome
  const retryAfterMs = parseRetryAfter(outcome.retryAfter, now)
  const retryAt = retryAfterMs === null ? null : now.add({ milliseconds: Math.ceil(retryAfterMs) })
  if (!call.route.repeatable && mayHaveTakenEffect(status)) {
    return errorOf(call, 'outcome_unknown', status, `a gateway answered ${status}`)
  }
  const code = codeOfStatus(status)
  const message = `status ${status}`
  if (code === 'authentication') return authenticationError(call, status, `refused with ${message}`)
  if (code === 'rate_limited') {
    const when = retryAfterMs === null ? 'in a minute' : `in ${duration(retryAfterMs)}`
    const userMessage = `The analytics service is getting too many requests. Try again ${when}.`
    return errorOf(call, code, status, message, { userMessage, retryable: true, retryAt })
  }
  if (code === 'validation') {
    const details = detailsOf(text, call.identity.secrets())
    const problems = details.map(({ path, msg }) => `${path}: ${msg}`).join('; ')
    const first = details[0]
    const because = first === undefined ? '' : ` (${first.path}: ${first.msg})`
    return errorOf(call, code, status, problems === '' ? message : `${message}: ${problems}`, {
      userMessage: `The analytics service rejected the request${because}. Change it and try again.`,
      details,
    })
  }
  if (code === 'bad_response') {
    const expected = 'an answer that isn’t a redirect'
    return mismatchError(call, status, { field: '', expected, received: message, quote: null })
  }
  // No id is in the address to which the key is sent.
  const isWrongAddress = code === 'not_found' && call.route.hasSecretAnswer
  return errorOf(call, code, status, message, {
    ...(code === 'unavailable' && { userMessage: downMessage }),
    ...(isWrongAddress && { userMessage: wrongAddressMessage }),
    retryable: call.route.repeatable && (code === 'unavailable' || code === 'timeout'),
    retryAt,
  })
}

function failureError(call: FailedCall, outcome: Outcome & { answered: false }): ApiError {
  const { failure, detail, status } = outcome
  const later = { retryable: true }
  if (failure === 'not_sent') return errorOf(call, 'unavailable', status, `no connection (${detail})`, later)
  if (failure === 'too_late') {
    const userMessage = 'Sightline was delayed and didn’t send the request. Try again.'
    return errorOf(call, 'unavailable', null, 'too late: nothing was sent', { userMessage, ...later })
  }
  if (failure === 'closed') return errorOf(call, 'unavailable', status, 'this client was closed')
  if (!call.route.repeatable)
    return errorOf(call, 'outcome_unknown', status, `the answer was lost: ${failure} (${detail})`)
  if (failure === 'timeout') return errorOf(call, 'timeout', status, `no answer in time (${detail})`, later)
  if (failure === 'reset') return errorOf(call, 'unavailable', status, `connection lost (${detail})`, later)
  const received = failure === 'too_large' ? 'a larger answer' : `something else (${detail})`
  const expected = failure === 'too_large' ? 'an answer within the size limit' : 'an answer in HTTP'
  return mismatchError(call, status, { field: '', expected, received, quote: null })
}

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

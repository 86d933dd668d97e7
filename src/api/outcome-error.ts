import * as z from 'zod'
import { codeOfStatus, mayHaveTakenEffect } from './assumptions.ts'
import { ApiError, type ApiErrorCode, type ApiErrorInit, type ErrorDetail, scrub } from './errors.ts'
import { parseRetryAfter } from './http/retry.ts'
import type { Route } from './http/route.ts'
import type { Outcome } from './http/transport.ts'
import { listOf, type Mismatch, parseBody, textOrEmpty } from './schemas.ts'

/** Turns the outcome of an attempt into an `ApiError`, with one message for the operator and one for users in Slack. */

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

function seconds(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / 1000))
  return count === 1 ? '1 second' : `${count} seconds`
}

function keyName(tail: string): string {
  return tail === '' ? 'the API key' : `the API key ending in …${tail}`
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

const downMessage = 'The analytics service is down. Try again in a few minutes.'

function fieldMessage(field: string): string {
  return `The analytics service’s answers have changed: Sightline can’t read the field ${field}. Tell your Sightline admin; an update may fix it.`
}

/** @param more instead of the defaults */
export function errorOf(
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

export function authenticationError(call: FailedCall, status: number | null, message: string): ApiError {
  const name = keyName(call.identity.tail)
  const userMessage = `The analytics service rejected ${name}. Ask your Sightline admin to check or replace it.`
  return errorOf(call, 'authentication', status, `${message} (${name})`, { userMessage })
}

/** The deadline was reached before a POST was sent, or during a repeatable call. */
export function deadlineError(call: FailedCall): ApiError {
  return errorOf(call, 'timeout', null, 'the call timed out', { retryable: true })
}

/** A POST most likely took effect, so its outcome is unknown: repeating it could do things twice. */
export function mismatchError(call: FailedCall, status: number | null, mismatch: Mismatch): ApiError {
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

export function statusError(
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
    const when = retryAfterMs === null ? 'in a minute' : `in ${seconds(retryAfterMs)}`
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
  return errorOf(call, code, status, message, {
    ...(code === 'unavailable' && { userMessage: downMessage }),
    retryable: call.route.repeatable && (code === 'unavailable' || code === 'timeout'),
    retryAt,
  })
}

export function failureError(call: FailedCall, outcome: Outcome & { answered: false }): ApiError {
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

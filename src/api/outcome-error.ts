/** From what became of an attempt to the `ApiError` that the caller meets, in words for both readers. */
import * as z from 'zod'
import { codeOfStatus, leavesOutcomeOpen } from './assumptions.ts'
import { scrub } from './auth/secrets.ts'
import { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.ts'
import { parseRetryAfter } from './http/retry.ts'
import type { Route } from './http/route.ts'
import type { Outcome } from './http/transport.ts'
import { type Mismatch, parseBody } from './parse.ts'
import { listOf, textOrEmpty } from './schemas.ts'

/** Whose call it was. */
export interface Identity {
  /** Last characters of the key, for its owner to recognise it; `''` when they can't be spared. */
  readonly tail: string
  /** Texts that must not appear in any error. */
  secrets(): readonly string[]
}

/** What an error needs to know about the call that failed. */
export interface Where {
  readonly route: Pick<Route<unknown>, 'template' | 'repeatable' | 'discreet'>
  readonly identity: Identity
}

const MAX_DETAILS = 10
const MAX_TEXT = 200
const MAX_QUOTE = 60

/** The validation body (part 7), read leniently; `loc` may hold list positions as numbers. */
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

/** What a person reads, by code; those that need more than the code are worded where they are made. */
const WORDS: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  forbidden:
    "This API key's role does not allow that. Ask your administrator for a key with a role that does.",
  not_found:
    'The analytics service does not know what was asked for. Check the id, or pick another workspace.',
  unavailable: "The analytics service can't be reached right now. Please try again in a few minutes.",
  timeout: 'The analytics service took too long to answer. Please try again in a few minutes.',
  bad_response:
    'The analytics service answered with something other than the data it promises. Try again later; if it stays so, tell your administrator.',
  outcome_unknown:
    'The analytics service did not confirm, so it may or may not have been done. Check in its console before trying again.',
}

function wordsFor(code: ApiErrorCode): string {
  return WORDS[code] ?? 'The analytics service refused that. Check what was asked and try again.'
}

/** The service answered that it has a fault of its own. */
function faultWords(status: number): string {
  return `The analytics service has a fault of its own (status ${status}). Please try again in a few minutes.`
}

/** The answer is data, but not of the shape that the specification gives. */
function fieldWords(field: string): string {
  return `The analytics service changed its answer: the field ${field} is not what Sightline expects. Tell your administrator, who may need a newer Sightline.`
}

export function authenticationError(where: Where, status: number | null, what: string): ApiError {
  const name = keyName(where.identity.tail)
  return new ApiError({
    code: 'authentication',
    message: `${what} (${name})`,
    userMessage: `The analytics service does not accept ${name}. Ask your administrator to check or replace it.`,
    retryable: false,
    status,
    route: where.route.template,
  })
}

/** A POST whose effect may have happened. */
export function outcomeUnknown(where: Where, status: number | null, what: string): ApiError {
  const code = 'outcome_unknown'
  const route = where.route.template
  return new ApiError({ code, message: what, userMessage: wordsFor(code), retryable: false, status, route })
}

function plain(where: Where, code: ApiErrorCode, status: number | null, what: string, retryable = false) {
  const route = where.route.template
  return new ApiError({ code, message: what, userMessage: wordsFor(code), retryable, status, route })
}

/** The deadline was reached; nothing of a POST had been sent, or nothing is left behind by it. */
export function deadlineError(where: Where): ApiError {
  return plain(where, 'timeout', null, 'the deadline of the call was reached', true)
}

/**
 * An answer that is not what the specification says. After a POST the effect has most likely happened, and what it
 * made can't be read: that is an unknown outcome, since repeating it would do it twice.
 */
export function mismatchError(where: Where, status: number | null, mismatch: Mismatch): ApiError {
  const code = where.route.repeatable ? 'bad_response' : 'outcome_unknown'
  const quote = where.route.discreet ? null : mismatch.quote
  const said = quote === null ? '' : ` ${JSON.stringify(scrub(quote, where.identity.secrets(), MAX_QUOTE))}`
  const received = `${mismatch.received}${said}`
  const field = mismatch.field === '' ? 'the body' : mismatch.field
  return new ApiError({
    code,
    message: `${field} is not what was expected: ${mismatch.expected}; received ${received}`,
    userMessage:
      code === 'bad_response' && mismatch.field !== '' ? fieldWords(mismatch.field) : wordsFor(code),
    retryable: false,
    status,
    route: where.route.template,
    field: mismatch.field,
    received,
  })
}

/** The error of an answer whose status is not 2xx. */
export function statusError(
  where: Where,
  outcome: Outcome & { answered: true },
  now: Temporal.Instant,
): ApiError {
  const { status, text } = outcome
  const route = where.route.template
  const retryAfterMs = parseRetryAfter(outcome.retryAfter, now)
  const retryAt = retryAfterMs === null ? null : now.add({ milliseconds: Math.ceil(retryAfterMs) })
  if (!where.route.repeatable && leavesOutcomeOpen(status)) {
    return outcomeUnknown(where, status, `a gateway answered ${status}`)
  }
  const code = codeOfStatus(status)
  const message = `status ${status}`
  if (code === 'authentication') return authenticationError(where, status, `refused with ${message}`)
  if (code === 'rate_limited') {
    const when = retryAfterMs === null ? 'in a minute' : `in ${seconds(retryAfterMs)}`
    const userMessage = `The analytics service is getting too many questions at once. Try again ${when}.`
    return new ApiError({ code, message, userMessage, retryable: true, status, route, retryAt })
  }
  if (code === 'validation') {
    const details = detailsOf(text, where.identity.secrets())
    const said = details.map(({ path, msg }) => `${path}: ${msg}`).join('; ')
    const first = details[0]
    const because = first === undefined ? '' : ` (${first.path}: ${first.msg})`
    return new ApiError({
      code,
      message: said === '' ? message : `${message}: ${said}`,
      userMessage: `The analytics service did not accept the question${because}. Change it and try again.`,
      retryable: false,
      status,
      route,
      details,
    })
  }
  if (code === 'bad_response') {
    const received = `status ${status}`
    return mismatchError(where, status, {
      field: '',
      expected: 'an answer, no redirect',
      received,
      quote: null,
    })
  }
  const retryable = where.route.repeatable && (code === 'unavailable' || code === 'timeout')
  const userMessage = code === 'unavailable' ? faultWords(status) : wordsFor(code)
  return new ApiError({ code, message, userMessage, retryable, status, route, retryAt })
}

/** It was too late for the request when it was about to leave. */
function heldUpError(where: Where): ApiError {
  return new ApiError({
    code: 'unavailable',
    message: 'held up for too long: nothing was sent',
    userMessage:
      'Sightline stood still for too long to send the request, and sent nothing. Please try again.',
    retryable: true,
    status: null,
    route: where.route.template,
  })
}

/** The error of an attempt that got no whole answer. */
export function failureError(where: Where, outcome: Outcome & { answered: false }): ApiError {
  const { failure, detail, status } = outcome
  if (failure === 'not_sent') {
    return plain(where, 'unavailable', status, `no connection (${detail})`, true)
  }
  if (failure === 'held_up') return heldUpError(where)
  if (failure === 'closed') return plain(where, 'unavailable', status, 'this client was closed')
  if (!where.route.repeatable)
    return outcomeUnknown(where, status, `the answer was lost: ${failure} (${detail})`)
  if (failure === 'timeout') return plain(where, 'timeout', status, `no answer in time (${detail})`, true)
  if (failure === 'reset') return plain(where, 'unavailable', status, `connection lost (${detail})`, true)
  const received = failure === 'too_large' ? 'more than that' : `something else (${detail})`
  const expected = failure === 'too_large' ? 'an answer within the size limit' : 'an answer in HTTP'
  return mismatchError(where, status, { field: '', expected, received, quote: null })
}

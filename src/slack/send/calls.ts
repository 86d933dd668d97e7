import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import { type RetryOptions, withRetry } from '../../lib/retry.ts'
import { PostError } from '../port.ts'
import { SendDeadlineError } from './send-deadline.ts'

/** Slack on these: "it's possible some aspect of the operation succeeded". */
const ambiguousCodes = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
const rateLimitCodes = new Set(['ratelimited', 'rate_limited'])

/** Runs a call to Slack and throws its errors as {@link PostError}. */
export async function asPostError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toPostError(error)
  }
}

/** Classifies the SDK's errors by whether the call may have had its effect. */
export function toPostError(error: unknown): PostError {
  if (error instanceof PostError) return error
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data
    if (rateLimitCodes.has(code)) return new PostError('rate_limited', code, 1, error)
    return new PostError(ambiguousCodes.has(code) ? 'unknown' : 'refused', code, null, error)
  }
  if (error instanceof WebAPIRateLimitedError)
    return new PostError('rate_limited', 'ratelimited', error.retryAfter, error)
  if (error instanceof WebAPIHTTPError)
    return new PostError('unknown', `http_${error.statusCode}`, null, error)
  if (error instanceof WebAPIRequestError && error.original instanceof SendDeadlineError)
    return new PostError('not_sent', 'held_up', null, error)
  // Thrown by `teamClient` before the request was made.
  if (error instanceof WebAPIRequestError && error.original instanceof PostError) return error.original
  return new PostError('unknown', 'no_answer', null, error)
}

/** Somebody is waiting for what depends on the look-up. */
const longestWaitMs = 12_000

/**
 * Asks Slack about a person or a channel, and again after a time-out, a 5xx or a 429: one failed request must not refuse
 * anybody. @throws {PostError}
 */
export function lookUp<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const last = clock.now().add({ milliseconds: longestWaitMs })
  return withRetry(clock, () => asPostError(ask), {
    forMs: longestWaitMs,
    leastMs: (error) => {
      if (!(error instanceof PostError) || error.outcome === 'refused') return null
      return Temporal.Instant.compare(clock.now(), last) > 0 ? null : (error.retryAfterSeconds ?? 0) * 1_000
    },
  })
}

/**
 * For messages that people wait for and that Slack certainly didn't get, for example while the database with the
 * workspace's token is unavailable. After ten minutes nobody waits for the message any more.
 * @param late rejects when Sightline stops: the message is then sent once more
 */
export function untilReceived(late: Promise<never>): RetryOptions {
  return { forMs: 10 * 60_000, leastMs: surelyAbsent, late }
}

/** `null`: Slack may have it, or will never accept it. */
function surelyAbsent(failure: unknown): number | null {
  if (!(failure instanceof PostError)) return null
  if (failure.outcome !== 'not_sent' && failure.outcome !== 'rate_limited') return null
  return (failure.retryAfterSeconds ?? 0) * 1_000
}

interface Page {
  readonly response_metadata?: { readonly next_cursor?: string }
}

/** Reads the pages of a list, at most `most` of them. @param read gets the cursor as a part of its request */
export async function* pages<P extends Page>(
  read: (next: { readonly cursor?: string }) => Promise<P>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<P> {
  let next: { readonly cursor?: string } = {}
  for (let count = 0; count < most; count += 1) {
    const page = await read(next)
    yield page
    const cursor = page.response_metadata?.next_cursor
    if (!cursor) return
    next = { cursor }
  }
}

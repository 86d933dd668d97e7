import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api'
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
  // Thrown by team-client.ts before the request was made.
  if (error instanceof WebAPIRequestError && error.original instanceof PostError) return error.original
  return new PostError('unknown', 'no_answer', null, error)
}

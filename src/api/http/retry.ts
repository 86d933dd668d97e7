/** When a request is repeated, and after how long: pure, so that it can be reasoned about. */

/** Repeats after the first attempt. */
export const MAX_RETRIES = 3
const BASE_MS = 200
const CAP_MS = 4_000
/** A service that wants a longer pause than this is not waited for: the caller hears when to come back. */
export const RETRY_AFTER_BOUND_MS = 15_000

const STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** How an attempt failed, as far as repeating is concerned. */
export type RetryCause = 'connect' | 'reset' | 'timeout' | { readonly status: number } | 'other'

export interface RetryQuestion {
  /** Whether the request may be repeated at all: a GET, or the exchange of the key. */
  readonly repeatable: boolean
  /** Repeats made so far. */
  readonly retries: number
  readonly cause: RetryCause
  /** What the service asked for, in milliseconds; `null` when it asked for nothing. */
  readonly retryAfterMs: number | null
  /** What is left of the call's deadline, in milliseconds. */
  readonly remainingMs: number
  /** In [0, 1). */
  readonly random: number
}

/** Milliseconds to wait before the next attempt, or `null`: give up with the error at hand. */
export function retryDelay(question: RetryQuestion): number | null {
  const { cause, retries, retryAfterMs } = question
  if (!question.repeatable || retries >= MAX_RETRIES || cause === 'other') return null
  if (typeof cause === 'object' && !STATUSES.has(cause.status)) return null
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_BOUND_MS) return null
  // Full jitter; on top of Retry-After too, or all who were told the same second would come in it.
  const jitter = question.random * Math.min(CAP_MS, BASE_MS * 2 ** retries)
  const delay = Math.round((retryAfterMs ?? 0) + jitter)
  return delay < question.remainingMs ? delay : null
}

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/

/** Milliseconds from `now` that a Retry-After header asks for (seconds or an HTTP date), `null` if it is neither. */
export function parseRetryAfter(header: string | null, now: Temporal.Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.epochMilliseconds)
}

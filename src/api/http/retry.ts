export const MAX_RETRIES = 3
const BASE_MS = 200
const CAP_MS = 4_000
/** The client doesn't wait for a longer Retry-After: the error tells the caller when to try again. */
export const RETRY_AFTER_BOUND_MS = 15_000

const STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

export type RetryCause = 'connect' | 'reset' | 'timeout' | { readonly status: number } | 'other'

export interface FailedAttempt {
  readonly repeatable: boolean
  readonly retries: number
  readonly cause: RetryCause
  /** From the Retry-After header; `null`: none. */
  readonly retryAfterMs: number | null
  readonly remainingMs: number
  readonly random: number
}

/** @returns milliseconds until the next attempt; `null`: don't retry */
export function retryDelay(failed: FailedAttempt): number | null {
  const { cause, retries, retryAfterMs } = failed
  if (!failed.repeatable || retries >= MAX_RETRIES || cause === 'other') return null
  if (typeof cause === 'object' && !STATUSES.has(cause.status)) return null
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_BOUND_MS) return null
  // Full jitter, also on top of Retry-After, so that callers don't all return in the same second.
  const jitter = failed.random * Math.min(CAP_MS, BASE_MS * 2 ** retries)
  const delay = Math.round((retryAfterMs ?? 0) + jitter)
  return delay < failed.remainingMs ? delay : null
}

const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/

/** Milliseconds until the time in a Retry-After header, which has seconds or an HTTP date; `null`: neither. */
export function parseRetryAfter(header: string | null, now: Temporal.Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.epochMilliseconds)
}

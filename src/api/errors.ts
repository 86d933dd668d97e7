/**
 * - `authentication`: the service rejects the key, or the token that it was exchanged for
 * - `forbidden`: the key's role doesn't allow the call
 * - `not_found`: the service has nothing with this id
 * - `validation`: the service rejects a value (part 7); see `details`
 * - `rate_limited`: too many requests; see `retryAt`
 * - `unavailable`: the service can't be reached, or failed
 * - `timeout`: no answer in time
 * - `bad_response`: the answer doesn't match the specification; see `field` and `received`
 * - `outcome_unknown`: a POST may have taken effect, but its answer was lost. Never repeat it blindly. Calls don't reject
 *   with this code; it is in a `PostOutcome`.
 * - `invalid_request`: rejected before anything was sent; see `details`
 */
export type ApiErrorCode =
  | 'authentication'
  | 'forbidden'
  | 'not_found'
  | 'validation'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'bad_response'
  | 'outcome_unknown'
  | 'invalid_request'

/** One rejected value: `path` such as `query.page_size`, `msg` from the service or from our checks. */
export interface ErrorDetail {
  readonly path: string
  readonly msg: string
}

/** `message` is for the operator, without secrets. */
export type ApiErrorInit = Pick<ApiError, 'code' | 'message' | 'userMessage' | 'retryable'> &
  Partial<Pick<ApiError, 'status' | 'route' | 'details' | 'retryAt' | 'field' | 'received' | 'cause'>>

/**
 * The only error that the client throws. It contains no key, token, header or raw body, so it may be logged. `userMessage`
 * and `details` may quote the service, so escape them before you show them.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number | null
  /** The route's template, for example `/v1/organizations`; `null`: no route was involved. */
  readonly route: string | null
  /** Whether repeating the call later is safe and may succeed. */
  readonly retryable: boolean
  /** For users in Slack: the cause, then the next step. */
  readonly userMessage: string
  readonly details: readonly ErrorDetail[]
  /** From the Retry-After header, for `rate_limited` or `unavailable`. */
  readonly retryAt: Temporal.Instant | null
  /** The field of a `bad_response`, for example `data.0.brand`; `''`: the whole body. */
  readonly field: string | null
  /** The type of that field's value, then the value itself (shortened, without secrets) if it may be quoted. */
  readonly received: string | null

  constructor(init: ApiErrorInit) {
    super(`${init.code}: ${init.message}${init.route ? ` [${init.route}]` : ''}`, { cause: init.cause })
    this.code = init.code
    this.status = init.status ?? null
    this.route = init.route ?? null
    this.retryable = init.retryable
    this.userMessage = init.userMessage
    this.details = init.details ?? []
    this.retryAt = init.retryAt ?? null
    this.field = init.field ?? null
    this.received = init.received ?? null
  }
}

export function invalidRequest(route: string | null, details: readonly ErrorDetail[]): ApiError {
  const text = details.map(({ path, msg }) => `${path} ${msg}`).join('; ')
  return new ApiError({
    code: 'invalid_request',
    message: text,
    userMessage: `That request isn’t valid: ${text}. Change it and try again.`,
    retryable: false,
    route,
    details,
  })
}

const MARK = '[redacted]'
/** A JSON Web Token or part of one: `eyJ` is the start of a JSON object in base64url. */
const TOKEN = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g
/** API keys (part 5.2), and what follows the word Bearer. */
const KEY = /\bsk-[\w-]+/g
const BEARER = /\bbearer\s+\S+/gi
const TAIL_LENGTH = 4

/** Redacts these secrets and everything that looks like one, and cuts the text to `max` characters. */
export function scrub(text: string, secrets: readonly string[], max: number): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, MARK)
  clean = clean.replace(TOKEN, MARK).replace(KEY, MARK).replace(BEARER, MARK)
  return clean.length > max ? `${clean.slice(0, max)}…` : clean
}

/** The last four characters of a key, by which its owner recognizes it; `''` for a short key. */
export function tailOf(key: string): string {
  return key.length >= 3 * TAIL_LENGTH ? key.slice(-TAIL_LENGTH) : ''
}

/** The one error that leaves the analytics client, and what each of its codes means. */

/**
 * - `authentication`: the key, or the token made from it, was refused
 * - `forbidden`: the key's role does not allow it
 * - `not_found`: the service does not know the thing
 * - `validation`: the service refused a value (part 7); see `details`
 * - `rate_limited`: too many requests; see `retryAt`
 * - `unavailable`: not reachable, or a failure on the service's side
 * - `timeout`: no answer in time
 * - `bad_response`: an answer that is not what the specification says; see `field` and `received`
 * - `outcome_unknown`: a POST may have had its effect, its answer was lost; never repeat it blindly. No call rejects with
 *   it: it comes as the `unknown` of a `Sent`.
 * - `invalid_request`: refused here, before anything was sent; see `details`
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

/** One refused value: `path` as `query.page_size`, `msg` as the service or the check words it. */
export interface ErrorDetail {
  readonly path: string
  readonly msg: string
}

export interface ApiErrorInit {
  readonly code: ApiErrorCode
  /** For the operator: what happened, without secrets. */
  readonly message: string
  /** For a person in Slack: cause, then next step. */
  readonly userMessage: string
  readonly retryable: boolean
  readonly status?: number | null
  readonly route?: string | null
  readonly details?: readonly ErrorDetail[]
  readonly retryAt?: Temporal.Instant | null
  readonly field?: string | null
  readonly received?: string | null
}

/**
 * Why a call failed. Holds no key, no token, no header and no raw body, so it may be logged and inspected whole.
 * Texts that came from the service are untrusted: escape `userMessage` and `details` before they are shown.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status, `null` when no answer came. */
  readonly status: number | null
  /** The route's template, as `/v1/organizations`; `null` when the failure belongs to no route. */
  readonly route: string | null
  /** Whether the same call may safely be made again later, with a chance to succeed. */
  readonly retryable: boolean
  /** One short sentence or two for a person in Slack: cause, then next step. */
  readonly userMessage: string
  /** The refused values of `validation` and `invalid_request`. */
  readonly details: readonly ErrorDetail[]
  /** When the service wants to be asked again (`rate_limited`, `unavailable`), if it said so. */
  readonly retryAt: Temporal.Instant | null
  /** The field that a `bad_response` is about, as `data.0.brand`; `''` is the whole body. */
  readonly field: string | null
  /** What came in that field, in short. */
  readonly received: string | null

  constructor(init: ApiErrorInit) {
    super(`${init.code}: ${init.message}${init.route ? ` [${init.route}]` : ''}`)
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

/** A mistake of the caller, found before anything was sent. `route` is `null` where none is concerned. */
export function invalidRequest(route: string | null, details: readonly ErrorDetail[]): ApiError {
  const text = details.map(({ path, msg }) => `${path} ${msg}`).join('; ')
  return new ApiError({
    code: 'invalid_request',
    message: text,
    userMessage: `That question can't be asked: ${text}. Change it and try again.`,
    retryable: false,
    route,
    details,
  })
}

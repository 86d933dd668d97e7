/**
 * Everything that the interface specification calls "not shown" and this client has to decide, in one place.
 * To change a decision, change it here; nothing else in the client repeats it.
 */
import type { ApiErrorCode } from './errors.ts'

/**
 * Names of the two query parameters of the collect list (part 4.3).
 * Assumed as in the sibling list of brands (part 4.4).
 */
export const COLLECTS_PAGE_PARAMETER = 'page'
export const COLLECTS_PAGE_SIZE_PARAMETER = 'page_size'

/**
 * Which platform-account string has the second limit of 255 characters (part 8).
 * Assumed to be `name`: it is the one that a person writes.
 */
export const SECOND_LIMITED_ACCOUNT_FIELD = 'name'

/**
 * What a token refresh answers (part 5.1): the new token under `token`, as in the exchange.
 * `null` for anything else, and the caller exchanges the key again.
 */
export function refreshedToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('token' in body)) return null
  return typeof body.token === 'string' && body.token !== '' ? body.token : null
}

/** Under which names an object may hold the list of organizations or workspaces (part 4.9). */
const LIST_FIELDS = ['data', 'items', 'results'] as const

/** The list itself where the answer is an array or holds one; anything else comes back as it is. */
export function unwrapList(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const holder: Readonly<Record<string, unknown>> = { ...body }
  for (const field of LIST_FIELDS) if (Array.isArray(holder[field])) return holder[field]
  return body
}

/** Status codes of success (parts 4.2, 4.7 and 5.1): any 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  401: 'authentication',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  410: 'not_found',
  425: 'unavailable',
  429: 'rate_limited',
}

/**
 * What a status outside 2xx means (part 7 shows 401 only): by its class.
 * 3xx is a wrong answer, since redirects are never followed.
 */
export function codeOfStatus(status: number): ApiErrorCode {
  const known = CODES[status]
  if (known !== undefined) return known
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'validation' : 'bad_response'
}

/**
 * Statuses with which the exchange refuses the key itself (part 5.1 shows none):
 * beside 401, a refusal of the body's only field.
 */
export function refusesKey(status: number): boolean {
  return status === 400 || status === 401 || status === 403 || status === 422
}

/**
 * Statuses after which the effect of a POST may have happened all the same: something between us and the service gave
 * up waiting (408, 5xx), or the service fell over, perhaps after it had done what was asked (500). 501 says that
 * nothing was done.
 */
export function leavesOutcomeOpen(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501)
}

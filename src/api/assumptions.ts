/** What this client assumes where the interface specification leaves something open ("not shown"). */
import type { ApiErrorCode } from './errors.ts'

/** Query parameters of the collect list (part 4.3), assumed to be the same as for the brand list (part 4.4). */
export const COLLECTS_PAGE_PARAMETER = 'page'
export const COLLECTS_PAGE_SIZE_PARAMETER = 'page_size'

/**
 * The platform-account field with the second limit of 255 characters (part 8). Assumed to be the one that users type.
 */
export const SECOND_LIMITED_ACCOUNT_FIELD = 'name'

/**
 * The token in the answer to a refresh (part 5.1), assumed to be in `token`, as in the answer to an exchange. `null`: there
 * is none, so the key is exchanged again.
 */
export function refreshedToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('token' in body)) return null
  return typeof body.token === 'string' && body.token !== '' ? body.token : null
}

/** Fields that may contain the list of organizations or workspaces, if the answer is an object (part 4.9). */
const LIST_FIELDS = ['data', 'items', 'results'] as const

/** The list in the answer. An answer without one is returned unchanged. */
export function unwrapList(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const object: Readonly<Record<string, unknown>> = { ...body }
  for (const field of LIST_FIELDS) if (Array.isArray(object[field])) return object[field]
  return body
}

/** Whether a status means success (parts 4.2, 4.7 and 5.1): any 2xx. */
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
 * The error code for a status outside 2xx. Most follow from the class of the status, because part 7 shows only 401.
 * Redirects aren't followed, so 3xx is a bad response.
 */
export function codeOfStatus(status: number): ApiErrorCode {
  const code = CODES[status]
  if (code !== undefined) return code
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'validation' : 'bad_response'
}

/**
 * Whether the exchange refused the key (part 5.1 shows no such status): 401 and 403, or 400 and 422, which refuse the body,
 * whose only field is the key.
 */
export function refusesKey(status: number): boolean {
  return status === 400 || status === 401 || status === 403 || status === 422
}

/**
 * Whether a POST with this status may have taken effect: a gateway timed out (408, 5xx), or the service failed, perhaps
 * after the effect (500). 501 means that nothing was done.
 */
export function mayHaveTakenEffect(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501)
}

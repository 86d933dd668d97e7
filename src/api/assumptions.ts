/** What this client assumes where the interface specification leaves something open ("not shown"). */
import type { ApiErrorCode } from './errors.ts'

/** Query parameters of the collect list (part 4.3), assumed to be the same as for the brand list (part 4.4). */
export const COLLECTS_PAGE_PARAMETER = 'page'
export const COLLECTS_PAGE_SIZE_PARAMETER = 'page_size'

/** Assumed to be the field with the second limit of 255 characters (part 8): the one that users type. */
export const SECOND_LIMITED_ACCOUNT_FIELD = 'name'

/** The token in the answer to a refresh (part 5.1), assumed to be in `token`; `null`: the key is exchanged again. */
export function refreshedToken(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('token' in body)) return null
  return typeof body.token === 'string' && body.token !== '' ? body.token : null
}

const LIST_FIELDS = ['data', 'items', 'results'] as const

export function unwrapList(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const object: Readonly<Record<string, unknown>> = { ...body }
  for (const field of LIST_FIELDS) if (Array.isArray(object[field])) return object[field]
  return body
}

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

/** Most follow from the class of the status, because part 7 shows only 401. Redirects aren't followed. */
export function codeOfStatus(status: number): ApiErrorCode {
  const code = CODES[status]
  if (code !== undefined) return code
  if (status >= 500) return 'unavailable'
  return status >= 400 ? 'validation' : 'bad_response'
}

/** Whether an exchange refused the key: 401 and 403, or 400 and 422, since the key is its only field. */
export function refusesKey(status: number): boolean {
  return status === 400 || status === 401 || status === 403 || status === 422
}

/** Whether a POST may have taken effect: a gateway timed out, or the service failed. 501: nothing was done. */
export function mayHaveTakenEffect(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501)
}

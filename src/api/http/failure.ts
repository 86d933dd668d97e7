/** What kind of failure an error of the pool is. */
import { errors } from 'undici'

/**
 * - `not_sent`: no connection came about, so nothing was sent
 * - `held_up`: it was too late to send it, and nothing was sent
 * - `reset`: the connection ended before the whole answer was here
 * - `timeout`: no headers or no body in time, or the call's deadline
 * - `too_large`: the answer was larger than allowed
 * - `garbled`: the answer was not HTTP
 * - `aborted`: the signal fired
 * - `closed`: this client was closed
 */
export type FailureKind =
  | 'not_sent'
  | 'held_up'
  | 'reset'
  | 'timeout'
  | 'too_large'
  | 'garbled'
  | 'aborted'
  | 'closed'

const KINDS: Readonly<Record<string, FailureKind>> = {
  UND_ERR_CONNECT_TIMEOUT: 'not_sent',
  ECONNREFUSED: 'not_sent',
  ENOTFOUND: 'not_sent',
  EAI_AGAIN: 'not_sent',
  EADDRNOTAVAIL: 'not_sent',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_CLOSED: 'closed',
  UND_ERR_DESTROYED: 'closed',
}

/**
 * System calls that fail before a request could be written. The code alone doesn't tell: a route that breaks while the
 * answer is awaited is EHOSTUNREACH or ENETUNREACH, too.
 */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])
/** Codes of a certificate that was refused: the handshake failed, so nothing was sent. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^HOSTNAME_MISMATCH$/

function textOf(error: unknown, name: 'code' | 'syscall'): string {
  if (typeof error !== 'object' || error === null) return ''
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** Of several addresses that were tried, each failed so. */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(failedBeforeSending)
  return BEFORE_SENDING.has(textOf(error, 'syscall'))
}

/**
 * The kind, and a code for the operator. The error itself is not kept: it may hold bytes of the answer.
 * What is not known for sure counts as `reset`, where the request may have had its effect.
 */
export function failureOf(error: unknown, signal: AbortSignal): { kind: FailureKind; detail: string } {
  if (signal.aborted) return { kind: 'aborted', detail: 'aborted' }
  const code = textOf(error, 'code')
  const known = KINDS[code]
  if (known !== undefined) return { kind: known, detail: code }
  if (failedBeforeSending(error) || CERTIFICATE.test(code)) {
    return { kind: 'not_sent', detail: code }
  }
  if (error instanceof errors.HTTPParserError) return { kind: 'garbled', detail: 'not HTTP' }
  return { kind: 'reset', detail: code === '' ? 'no code' : code }
}

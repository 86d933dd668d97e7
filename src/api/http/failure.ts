import { errors } from 'undici'

/**
 * - `not_sent`: there was no connection
 * - `too_late`: `maySend` forbade sending it
 * - `reset`: the connection ended before the answer did
 * - `timeout`: no headers or no body in time
 * - `too_large`: the answer exceeds the size limit
 * - `garbled`: the answer is not HTTP
 * - `aborted`: the signal fired
 * - `closed`: this client is closed
 */
export type FailureKind =
  | 'not_sent'
  | 'too_late'
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
 * System calls that fail before a request is written. The error code isn't enough: EHOSTUNREACH and ENETUNREACH can also
 * occur while the client waits for an answer.
 */
const BEFORE_SENDING: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])
/** Codes for a rejected certificate: the handshake failed, so nothing was sent. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^HOSTNAME_MISMATCH$/

function textOf(error: unknown, name: 'code' | 'syscall'): string {
  if (typeof error !== 'object' || error === null) return ''
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(failedBeforeSending)
  return BEFORE_SENDING.has(textOf(error, 'syscall'))
}

/** Without the error itself, which may quote the answer. Unknown errors count as `reset`: it may have taken effect. */
export function failureOf(error: unknown, signal: AbortSignal): { kind: FailureKind; detail: string } {
  if (signal.aborted) return { kind: 'aborted', detail: 'aborted' }
  const code = textOf(error, 'code')
  const kind = KINDS[code]
  if (kind !== undefined) return { kind, detail: code }
  if (failedBeforeSending(error) || CERTIFICATE.test(code)) {
    return { kind: 'not_sent', detail: code }
  }
  if (error instanceof errors.HTTPParserError) return { kind: 'garbled', detail: 'not HTTP' }
  return { kind: 'reset', detail: code === '' ? 'no code' : code }
}

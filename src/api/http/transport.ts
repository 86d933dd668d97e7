import { errors, Pool } from 'undici'
import { SendDeadlineError, withSendDeadline } from '../../lib/async.ts'
import { isSuccess } from '../assumptions.ts'

/** Sends requests through a connection pool per origin, with timeouts and a size limit. */

export type Base = 'core' | 'search'

export interface TransportOptions {
  /** `{base_url}`: core API. */
  readonly baseUrl: string
  /** `{search_base_url}`: search-analytics API. */
  readonly searchBaseUrl: string
  readonly connectTimeoutMs?: number
  /** Default 15,000. */
  readonly headersTimeoutMs?: number
  /** Timeout between two chunks of a body. Default 15,000. */
  readonly bodyTimeoutMs?: number
  readonly maxResponseBytes?: number
  /** Connections per origin. Default 16. */
  readonly connections?: number
}

export interface Outgoing {
  readonly base: Base
  readonly method: 'GET' | 'POST'
  /** Path and query, encoded. */
  readonly path: string
  readonly token: string | null
  readonly body: string | null
  readonly signal: AbortSignal
  /** Called in the same turn of the event loop in which the request is written; omitted: always send. */
  readonly maySend?: (() => boolean) | undefined
}

export type Outcome =
  | {
      readonly answered: true
      readonly status: number
      readonly text: string
      readonly retryAfter: string | null
    }
  | {
      readonly answered: false
      readonly status: number | null
      readonly failure: FailureKind
      /** A short code for the operator, for example `ECONNRESET`. */
      readonly detail: string
    }

export class Transport {
  readonly #options: TransportOptions
  readonly #bases: Readonly<Record<Base, ReturnType<typeof originOf>>>
  readonly #pools = new Map<string, Pool>()
  #keepsConnections = true
  #closed = false
  #closing: Promise<unknown> = Promise.resolve()

  /** @throws {TypeError} if a base URL is not an http or https URL */
  constructor(options: TransportOptions) {
    this.#options = options
    this.#bases = { core: originOf(options.baseUrl), search: originOf(options.searchBaseUrl) }
  }

  #poolOf(origin: string): Pool {
    const open = this.#pools.get(origin)
    if (open !== undefined) return open
    const options = this.#options
    const pool = new Pool(origin, {
      connections: options.connections ?? 16,
      // One request at a time per connection, so that a reset affects only one call. 0 closes it after each request.
      pipelining: this.#keepsConnections ? 1 : 0,
      allowH2: false,
      connectTimeout: options.connectTimeoutMs ?? 5_000,
      headersTimeout: options.headersTimeoutMs ?? 15_000,
      bodyTimeout: options.bodyTimeoutMs ?? 15_000,
      maxResponseSize: options.maxResponseBytes ?? 10_000_000,
    })
    this.#pools.set(origin, pool)
    return pool
  }

  /** Makes one attempt. Never rejects, and doesn't follow redirects. */
  async send(request: Outgoing): Promise<Outcome> {
    const { origin, prefix } = this.#bases[request.base]
    const pool = this.#poolOf(origin)
    let status: number | null = null
    let retryAfter: string | null = null
    const { maySend } = request
    const dispatcher = maySend === undefined ? pool : pool.compose(withSendDeadline(maySend))
    try {
      const response = await dispatcher.request({
        method: request.method,
        path: prefix + request.path,
        headers: headersOf(request),
        body: request.body,
        signal: request.signal,
      })
      status = response.statusCode
      const header = response.headers['retry-after']
      retryAfter = (Array.isArray(header) ? header[0] : header) ?? null
      const text = await response.body.text()
      return { answered: true, status, text, retryAfter }
    } catch (error) {
      if (error instanceof SendDeadlineError)
        return { answered: false, status, failure: 'too_late', detail: 'too late' }
      const { kind, detail } = failureOf(error, request.signal)
      // A refusal counts even if the connection broke before its body arrived.
      if (status !== null && !isSuccess(status) && kind !== 'aborted') {
        return { answered: true, status, text: '', retryAfter }
      }
      return { answered: false, status, failure: kind, detail }
    }
  }

  /** Closes each connection after its request; later requests open their own, so remaining callers can finish. */
  release(): void {
    if (this.#closed || !this.#keepsConnections) return
    this.#keepsConnections = false
    this.#closePools()
    this.#pools.clear()
  }

  /** Waits for pending requests, then closes the connections. May be repeated. */
  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true
      for (const { origin } of Object.values(this.#bases)) this.#poolOf(origin)
      this.#closePools()
    }
    await this.#closing
  }

  #closePools(): void {
    this.#closing = Promise.all([this.#closing, ...Array.from(this.#pools.values(), (pool) => pool.close())])
  }
}

function originOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null
  // The message doesn't quote the URL, which may contain a password.
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('not an http or https URL')
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('a base URL must have no user, query or fragment')
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

function headersOf({ token, body }: Outgoing): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (body !== null) headers['content-type'] = 'application/json'
  return headers
}

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
type FailureKind =
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

/** Whether the connection failed before sending; if there are several addresses, for each of them. */
function failedBeforeSending(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every(failedBeforeSending)
  return BEFORE_SENDING.has(textOf(error, 'syscall'))
}

/**
 * The kind of failure, and a code for the operator. Leaves out the error itself, which may contain parts of the answer.
 * Unknown errors count as `reset`, after which the request may have taken effect.
 */
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

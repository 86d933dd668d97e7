/** Bytes out, bytes in: one pool of connections per origin, time-outs, a size limit. Knows nothing of tokens. */
import { type Dispatcher, Pool } from 'undici'
import { isSuccess } from '../assumptions.ts'
import { type FailureKind, failureOf } from './failure.ts'

/** The two base addresses (core and search-analytics). */
export type Base = 'core' | 'search'

export interface TransportOptions {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly maxResponseBytes: number
  /** Connections per origin. */
  readonly connections: number
}

export interface Outgoing {
  readonly base: Base
  readonly method: 'GET' | 'POST'
  /** Path and query, encoded, appended to the base address. */
  readonly path: string
  /** `null` before there is one. */
  readonly token: string | null
  /** JSON text, or `null` for no body. */
  readonly body: string | null
  readonly signal: AbortSignal
  /** Asked in the turn of the event loop in which the request is written. `null`: it may leave whenever it does. */
  readonly maySend: (() => boolean) | null
}

/** What became of one attempt: an answer, or how it failed. */
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
      /** A short code as `ECONNRESET`, for the operator. */
      readonly detail: string
    }

interface Origin {
  readonly origin: string
  /** What the base address has before every path, without a slash at its end. */
  readonly prefix: string
}

export class Transport {
  readonly #options: TransportOptions
  readonly #bases: Readonly<Record<Base, Origin>>
  readonly #pools = new Map<string, Pool>()
  /** Whether a connection is kept for the next request. */
  #keepsConnections = true
  #closed = false
  #closing: Promise<unknown> = Promise.resolve()

  /** Throws a `TypeError` when a base address is no http or https address. */
  constructor(options: TransportOptions) {
    this.#options = options
    this.#bases = { core: originOf(options.baseUrl), search: originOf(options.searchBaseUrl) }
  }

  #poolOf(origin: string): Pool {
    const open = this.#pools.get(origin)
    if (open !== undefined) return open
    const options = this.#options
    const pool = new Pool(origin, {
      connections: options.connections,
      // One request per connection at a time: a reset then concerns exactly one call. With 0 it closes afterwards.
      pipelining: this.#keepsConnections ? 1 : 0,
      allowH2: false,
      connectTimeout: options.connectTimeoutMs,
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.bodyTimeoutMs,
      maxResponseSize: options.maxResponseBytes,
    })
    this.#pools.set(origin, pool)
    return pool
  }
  /** One attempt. Never rejects; redirects are not followed. */
  async send(request: Outgoing): Promise<Outcome> {
    const { origin, prefix } = this.#bases[request.base]
    const pool = this.#poolOf(origin)
    let status: number | null = null
    let retryAfter: string | null = null
    let heldUp = false
    const { maySend } = request
    const dispatcher =
      maySend === null ? pool : pool.compose(withSendDeadline(maySend, () => (heldUp = true)))
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
      if (heldUp) return { answered: false, status, failure: 'held_up', detail: 'held up' }
      const { kind, detail } = failureOf(error, request.signal)
      // A refusal is one even when its explanation was lost on the way.
      if (status !== null && !isSuccess(status) && kind !== 'aborted') {
        return { answered: true, status, text: '', retryAfter }
      }
      return { answered: false, status, failure: kind, detail }
    }
  }

  /**
   * Closes each connection once its request is answered. A later request opens one for itself alone, so that work which
   * still holds this client goes on.
   */
  release(): void {
    if (this.#closed || !this.#keepsConnections) return
    this.#keepsConnections = false
    this.#closePools()
    this.#pools.clear()
  }

  /** Waits for requests under way, then closes the connections. Calling it again waits for the same. */
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

function originOf(address: string): Origin {
  const url = URL.canParse(address) ? new URL(address) : null
  // The address itself stays out of the message: it may hold a password.
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('not an http or https address')
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('a base address has no user, query or fragment')
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

/**
 * Between deciding on a request and writing it lie a queue, a look-up of a name, a connection and a handshake; a process
 * that stands still there goes on minutes later.
 */
function withSendDeadline(
  maySend: () => boolean,
  onHeldUp: () => void,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      // What is thrown here ends the request before it is written.
      onRequestStart: (controller, context) => {
        if (!maySend()) {
          onHeldUp()
          throw new Error('held up: not sent')
        }
        handler.onRequestStart?.(controller, context)
      },
      onResponseStart: (...response) => handler.onResponseStart?.(...response),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    })
}

function headersOf({ token, body }: Outgoing): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (body !== null) headers['content-type'] = 'application/json'
  return headers
}

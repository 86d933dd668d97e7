/**
 * A request to the service: its route and query, sending it through a connection pool per origin, with timeouts and a size
 * limit, and the pause before the next attempt.
 */

import { isDeepStrictEqual } from 'node:util'
import { errors, Pool } from 'undici'
import type * as z from 'zod'
import { SendDeadlineError, withSendDeadline } from '../lib/async.ts'
import { isSuccess } from './assumptions.ts'
import { invalidRequest } from './errors.ts'
import { compiledSchema, type Page } from './schemas.ts'

export type Base = 'core' | 'search'

export interface TransportOptions {
  /** `{base_url}`: core API. */
  readonly baseUrl: string
  /** `{search_base_url}`: search-analytics API. */
  readonly searchBaseUrl: string
  readonly connectTimeoutMs?: number
  /** Default: half of a call's timeout, so that one that hangs is repeated; at least 15,000. */
  readonly headersTimeoutMs?: number
  /** Between two chunks of a body. Default: the same. */
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
  readonly #options: TransportOptions & { readonly deadlineMs: number }
  readonly #bases: Readonly<Record<Base, ReturnType<typeof originOf>>>
  readonly #pools = new Map<string, Pool>()
  #keepsConnections = true
  #closed = false
  #closing: Promise<unknown> = Promise.resolve()

  /** @throws {TypeError} if a base URL is not an http or https URL */
  constructor(options: TransportOptions & { readonly deadlineMs: number }) {
    this.#options = options
    this.#bases = { core: originOf(options.baseUrl), search: originOf(options.searchBaseUrl) }
  }

  #poolOf(origin: string): Pool {
    const open = this.#pools.get(origin)
    if (open !== undefined) return open
    const options = this.#options
    const silenceMs = Math.max(15_000, options.deadlineMs / 2)
    const pool = new Pool(origin, {
      connections: options.connections ?? 16,
      // One request at a time per connection, so that a reset affects only one call. 0 closes it after each request.
      pipelining: this.#keepsConnections ? 1 : 0,
      allowH2: false,
      connectTimeout: options.connectTimeoutMs ?? 5_000,
      headersTimeout: options.headersTimeoutMs ?? silenceMs,
      bodyTimeout: options.bodyTimeoutMs ?? silenceMs,
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

export interface Route<T> {
  readonly method: 'GET' | 'POST'
  readonly template: string
  readonly base: Base
  readonly schema: z.ZodType<T>
  /** Whether repeating it is safe, because nothing can happen twice. */
  readonly repeatable: boolean
  readonly retried: boolean
  readonly bearer: boolean
  /** Whether errors must not quote the answer, because it is a secret. */
  readonly hasSecretAnswer: boolean
  /** Only for the exchange of the key: whether a status means that the service refused the key. */
  readonly refusesKey?: (status: number) => boolean
}

/** An endpoint of part 4. A GET is repeatable, a POST is not. */
export function route<T>(
  method: 'GET' | 'POST',
  base: Base,
  template: string,
  schema: z.ZodType<T>,
): Route<T> {
  const repeatable = method === 'GET'
  return {
    method,
    template,
    base,
    schema,
    repeatable,
    retried: repeatable,
    bearer: true,
    hasSecretAnswer: false,
  }
}

/** Where in the service's hierarchy a call belongs (specification, part 1). */
export interface WorkspaceScope {
  readonly organizationId: string
  readonly workspaceId: string
}

/** An analysis, which the service also calls a project. */
export interface AnalysisScope extends WorkspaceScope {
  readonly projectId: string
}

export const WORKSPACE = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'

const MAX_ID = 255

/** Why `id` can't be part of a path; `null`: it can. `.` and `..` would change the path even when encoded. */
function problemOf(id: unknown): string | null {
  if (typeof id !== 'string') return 'must be text'
  if (id === '') return 'is missing'
  if (id.length > MAX_ID) return `must have at most ${MAX_ID} characters`
  if (id === '.' || id === '..') return 'must be an id'
  return id.isWellFormed() ? null : 'must be valid text'
}

/** The template with its parameters filled in, in order and encoded. @throws {ApiError} `invalid_request` */
export function fillPath(template: string, ...ids: readonly string[]): string {
  const left = [...ids]
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = left.shift() ?? ''
    const problem = problemOf(id)
    if (problem !== null) throw invalidRequest(template, [{ path: name, msg: problem }])
    return encodeURIComponent(id)
  })
}

/** The path of a workspace's endpoint. @throws {ApiError} `invalid_request` */
export function inWorkspace(
  { template }: Pick<Route<unknown>, 'template'>,
  { organizationId, workspaceId }: WorkspaceScope,
  ...ids: readonly string[]
): string {
  return fillPath(template, organizationId, workspaceId, ...ids)
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/**
 * `?name=value&…`, or `''`. A list repeats its parameter. `null`, `undefined` and empty lists are omitted. Strings must be
 * well-formed.
 */
export function encodeQuery(values: Readonly<Record<string, QueryValue>>): string {
  let query = ''
  for (const name in values) {
    const value = values[name]
    if (value === null || value === undefined) continue
    if (typeof value === 'object') {
      for (const item of value) query += `&${name}=${encodeURIComponent(item)}`
    } else {
      query += `&${name}=${encodeURIComponent(value)}`
    }
  }
  return query === '' ? '' : `?${query.slice(1)}`
}

/** Parses a caller's input. @throws {ApiError} `invalid_request`, with the path of each problem */
export function checked<T>(template: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = compiledSchema(schema).safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidRequest(
    template,
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'request', msg: message })),
  )
}

const PAGE_SIZE = 100

export interface AllRows<Row> {
  readonly rows: readonly Row[]
  /** The service's count of all rows; `null`: it sends none. */
  readonly total: number | null
  /** Number of rows beyond the limit; 0: complete. A lower bound if there is no total. */
  readonly cut: number
}

type ReadPage<Row> = (page: { page: number; page_size: number }) => Promise<Page<Row>>

/** Reads pages, up to `limit` rows. */
export async function readAll<Row>(readPage: ReadPage<Row>, limit: number): Promise<AllRows<Row>> {
  let rows: readonly Row[] = []
  let previous: readonly Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await readPage({ page, page_size: PAGE_SIZE })
    const { total } = pagination
    // The same page twice: the service ignores the page number.
    if (data.length > 0 && isDeepStrictEqual(data, previous))
      return { rows, total, cut: Math.max(1, (total ?? 0) - rows.length) }
    const taken = data.slice(0, limit - rows.length)
    const seen = rows.length + data.length
    // A cached page is the same list each time: what is computed from it is memoized by it.
    rows = seen === taken.length ? data : [...rows, ...taken]
    // Without a total, at least the rest of this page is beyond the limit.
    const cut = Math.max((total ?? seen) - rows.length, data.length - taken.length)
    previous = data
    // The service may use smaller pages than requested. A page that is shorter than its page size is the last one.
    const isLast =
      total === null
        ? data.length < Math.min(PAGE_SIZE, pagination.page_size)
        : rows.length >= total || rows.length >= limit
    if (data.length === 0 || taken.length < data.length || isLast) return { rows, total, cut }
  }
}

/** Shared by the tests of the API client: a service on loopback, a clock that moves only on command, tokens. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import {
  type AnalyticsApi,
  type AnalyticsApiOptions,
  ApiError,
  createAnalyticsApi,
  type PostOutcome,
} from '../../src/api/index.ts'
import type { Clock } from '../../src/lib/clock.ts'

export const KEY = 'sk-sightline-0123456789abWXYZ'
export const WORKSPACE = { organizationId: 'org-1', workspaceId: 'ws-1' }
export const ANALYSIS = { ...WORKSPACE, projectId: 'project-1' }
export const WEEK = { date_start: '2026-01-05' }
const WORKSPACE_PATH = '/v1/organizations/org-1/workspaces/ws-1'
export const TASKS_PATH = `${WORKSPACE_PATH}/recommended-actions/result-1/tasks`
export const BRANDS_PATH = `${WORKSPACE_PATH}/analyses/project-1/search/brands`

export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Exchange {
  readonly request: Received
  readonly response: ServerResponse
  /** Answers with JSON. */
  json(body: unknown, status?: number, headers?: Record<string, string>): void
  /** Ends the connection without an answer. */
  reset(): void
}

export interface Service {
  readonly url: string
  /** All requests, oldest first. */
  readonly received: Received[]
  /** How often that path was requested. */
  count(path: string): number
  /** Stops the service: from then on its address refuses connections. */
  stop(): Promise<void>
}

/** Starts a server for one test. It answers authentication unless `handle` returns true for it. */
export async function startService(handle: (exchange: Exchange) => unknown): Promise<Service> {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const url = new URL(incoming.url ?? '/', 'http://service')
    const request: Received = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body,
    }
    received.push(request)
    const json = (value: unknown, status = 200, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(value))
    }
    const handled = handle({ request, response, json, reset: () => incoming.socket.destroy() })
    if (request.path === '/v1/auth/token' && handled !== true) json({ token: 'token-1' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const stop = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(stop)
  return {
    stop,
    url: `http://127.0.0.1:${address.port}`,
    received,
    count: (path) => received.filter((request) => request.path === path).length,
  }
}

export interface TestClock extends Clock {
  /** The lengths of all sleeps, in milliseconds. */
  readonly slept: number[]
  advance(ms: number): void
}

/** Moves only by `advance` and by sleeping, which takes no real time. */
export function testClock(): TestClock {
  let now = Temporal.Instant.from('2026-01-15T12:00:00Z')
  const slept: number[] = []
  const advance = (ms: number) => {
    now = now.add({ milliseconds: ms })
  }
  return {
    slept,
    advance,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
      advance(ms)
    },
  }
}

/** A client of that service, closed after the test. By default without cache, and with `random` 0.5. */
export function clientOf(service: Service, options: Partial<AnalyticsApiOptions> = {}): AnalyticsApi {
  const api = createAnalyticsApi({
    baseUrl: service.url,
    searchBaseUrl: service.url,
    apiKey: () => KEY,
    clock: testClock(),
    random: () => 0.5,
    cacheSeconds: 0,
    ...options,
  })
  onTestFinished(() => api.close())
  return api
}

/** A service that answers every GET with this, and a client of it. */
export async function answering(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const service = await startService(({ request, json }) => {
    if (request.method === 'GET') json(body, status, headers)
  })
  return { service, api: clientOf(service) }
}

/** A token with these claims; its signature is never checked. */
export function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
}

/** The `ApiError` that `promise` rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('not an ApiError', { cause: error })
}

const METRIC = { value: 12.5, prev_value: 11, unit: '%' }

export function brandRow(brand: string): Record<string, unknown> {
  return {
    brand,
    total_mentions: METRIC,
    visibility_score: METRIC,
    presence_rate: METRIC,
    presence_rate_total: METRIC,
    presence_rate_occurrences: METRIC,
    avg_ranking: METRIC,
    is_my_brand: false,
  }
}

export function brandsPage(brands: readonly string[], total: number | null = brands.length, page = 1) {
  return { data: brands.map(brandRow), pagination: { page, page_size: 100, total } }
}

/** The value of a successful POST. Throws if the outcome is unknown. */
export async function doneOf<T>(sent: Promise<PostOutcome<T>>): Promise<T> {
  const answer = await sent
  switch (answer.outcome) {
    case 'done':
      return answer.value
    case 'unknown':
      throw new Error('the outcome is unknown', { cause: answer.error })
  }
}

/** The error of a POST whose outcome is unknown. */
export async function unknownOf(sent: Promise<PostOutcome<unknown>>): Promise<ApiError> {
  const answer = await sent
  if (answer.outcome === 'unknown') return answer.error
  throw new Error('it was answered')
}

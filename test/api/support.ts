/** Shared by the tests of the API client: a service on loopback, a clock that moves only on command, tokens. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import {
  type AnalyticsApi,
  type AnalyticsApiOptions,
  ApiError,
  createAnalyticsApi,
  type PostOutcome,
} from '../../src/api/index.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { bodyOf, listening } from '../listening.ts'

export const KEY = 'sk-sightline-0123456789abWXYZ'
export const WORKSPACE = { organizationId: 'org-1', workspaceId: 'ws-1' }
export const ANALYSIS = { ...WORKSPACE, projectId: 'project-1' }
export const WEEK = { date_start: '2026-01-05' }
const WORKSPACE_PATH = '/v1/organizations/org-1/workspaces/ws-1'
export const TASKS_PATH = `${WORKSPACE_PATH}/recommended-actions/result-1/tasks`
export const BRANDS_PATH = `${WORKSPACE_PATH}/analyses/project-1/search/brands`

interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Exchange {
  readonly request: Received
  readonly response: ServerResponse
  /** Answers with JSON. */
  json(body: unknown, status?: number, headers?: Record<string, string>): void
  /** Ends the connection without an answer. */
  reset(): void
}

export type Service = Awaited<ReturnType<typeof startService>>

/** Starts a server for one test. It answers authentication unless `handle` returns true for it. */
export async function startService(handle: (exchange: Exchange) => unknown) {
  /** All requests, oldest first. */
  const received: Received[] = []
  const url = await listening(async (incoming, response) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://service')
    const { method = '', headers } = incoming
    const request = { method, path, query, headers, body: await bodyOf(incoming) }
    received.push(request)
    const json: Exchange['json'] = (value, status = 200, more = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(JSON.stringify(value))
    }
    const handled = handle({ request, response, json, reset: () => incoming.socket.destroy() })
    if (path === '/v1/auth/token' && handled !== true) json({ token: 'token-1' })
  })
  /** How often that path was requested. */
  const count = (path: string) => received.filter((request) => request.path === path).length
  return { url, received, count }
}

/** Moves only by `advance` and by sleeping, which takes no real time. */
export function testClock() {
  let now = Temporal.Instant.from('2026-01-15T12:00:00Z')
  /** The lengths of all sleeps, in milliseconds. */
  const slept: number[] = []
  const advance = (ms: number) => {
    now = now.add({ milliseconds: ms })
  }
  const sleep: Clock['sleep'] = async (ms, signal) => {
    signal?.throwIfAborted()
    slept.push(ms)
    advance(ms)
  }
  return { slept, advance, now: () => now, sleep }
}

/** A client of that service, closed after the test. By default without cache, and with `random` 0.5. */
export function clientOf(
  service: Pick<Service, 'url'>,
  options: Partial<AnalyticsApiOptions> = {},
): AnalyticsApi {
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

/** A service that answers every GET with this text, and a client of it. */
export async function answeringText(text: string, options?: Partial<AnalyticsApiOptions>) {
  const service = await startService(({ request, response }) => {
    if (request.method === 'GET') response.end(text)
  })
  return { service, api: clientOf(service, options) }
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

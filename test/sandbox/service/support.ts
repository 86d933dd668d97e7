/** Shared by the tests of the analytics service: a frozen clock and a small client. */
import { request } from 'undici'
import { onTestFinished } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import { type AnalyticsService, startService } from '../../../sandbox/service/index.ts'
import type { ServiceOptions } from '../../../sandbox/service/model.ts'

/** A Wednesday. Changes only when it is advanced, so that the same requests give the same bytes. */
export function frozenClock(): SandboxClock {
  let now = Temporal.Instant.from('2026-06-17T09:30:00.250Z')
  const running = createSandboxClock()
  return {
    ...running,
    now: () => now,
    advance: (span) => {
      now = now.toZonedDateTimeISO('UTC').add(span).toInstant()
      running.advance(span)
    },
  }
}

export interface Answer<T> {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
  readonly body: T
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly json?: unknown
}

/** Sends one request and returns any answer. `body` is the parsed JSON, or the text if it isn't JSON. */
export async function send<T = unknown>(url: string, sent: Sent = {}): Promise<Answer<T>> {
  const headers = {
    ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
    ...(sent.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...sent.headers,
  }
  const body = sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json)
  const answer = await request(url, { method: sent.method ?? 'GET', headers, body })
  const text = await answer.body.text()
  return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) as T }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export async function tokenFor(service: AnalyticsService, key: string): Promise<string> {
  const { body } = await send<{ token: string }>(`${service.baseUrl}/v1/auth/token`, {
    method: 'POST',
    json: { secret_key: key },
  })
  return body.token
}

export type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>

/** Encodes lists as repeated parameters. */
export function queryOf(query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  return params.size === 0 ? '' : `?${params}`
}

/** A new service for a test, stopped at the end of the test. */
export async function started(
  options: ServiceOptions = {},
): Promise<AnalyticsService & { clock: SandboxClock }> {
  const clock = options.clock ?? frozenClock()
  const service = await startService({ clock, ...options })
  onTestFinished(() => service.stop())
  return { ...service, clock }
}

/** Such a service, with a client that has a token for one of its keys. */
export async function opened(options: ServiceOptions = {}, key: keyof AnalyticsService['keys'] = 'user') {
  const service = await started(options)
  const token = await tokenFor(service, service.keys[key])
  const ask = <T = unknown>(url: string, sent: Sent = {}) => send<T>(url, { token, ...sent })
  return { service, token, at: paths(service), ask }
}

export function paths({ baseUrl, searchBaseUrl, demo }: AnalyticsService) {
  const workspace = `/v1/organizations/${demo.organizationId}/workspaces/${demo.workspaceId}`
  const analysis = `${searchBaseUrl}${workspace}/analyses/${demo.projectId}/search`
  return {
    organizations: `${baseUrl}/v1/organizations`,
    workspaces: `${baseUrl}/v1/organizations/${demo.organizationId}/workspaces`,
    search: `${searchBaseUrl}${workspace}`,
    evaluation: (id: string) => `${baseUrl}${workspace}/website_evaluations/${id}`,
    accounts: `${baseUrl}${workspace}/platform_accounts`,
    reddit: `${baseUrl}${workspace}/reddit/summaries`,
    tasks: (id: string) => `${baseUrl}${workspace}/recommended-actions/${id}/tasks`,
    briefs: (id: string) => `${baseUrl}${workspace}/recommended-actions/${id}/briefs`,
    brands: `${analysis}/brands`,
    collects: `${analysis}/collects`,
    filters: `${searchBaseUrl}${workspace}/search/insights/filters`,
  }
}

interface Metric {
  readonly value: number | null
  readonly prev_value: number | null
  readonly unit: string
}

export interface Row {
  readonly brand: string
  readonly total_mentions: Metric
  readonly visibility_score: Metric
  readonly presence_rate: Metric
  readonly presence_rate_total: Metric
  readonly presence_rate_occurrences: Metric
  readonly avg_ranking: Metric
  readonly is_my_brand: boolean
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly pagination: { readonly page: number; readonly page_size: number; readonly total: number }
}

interface ErrorItem {
  readonly loc: readonly string[]
  readonly msg: string
  readonly type: string
}

/** The locations of a validation error, joined by dots. Checks that the body is exactly as in part 7. */
export function invalidAt({ status, body }: Answer<unknown>): readonly string[] {
  if (status !== 422) throw new Error(`status ${status} instead of 422: ${JSON.stringify(body)}`)
  const { detail, ...rest } = body as { detail: readonly ErrorItem[] }
  if (Object.keys(rest).length > 0) throw new Error(`unexpected fields: ${Object.keys(rest)}`)
  return detail.map((item) => {
    const fields = Object.keys(item).toSorted().join()
    if (fields !== 'ctx,input,loc,msg,type') throw new Error(`unexpected error item: ${fields}`)
    if (item.msg === '' || item.type === '') throw new Error('an error item without words')
    return item.loc.join('.')
  })
}

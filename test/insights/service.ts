import {
  type AnalyticsApi,
  ApiError,
  type ApiErrorCode,
  type BrandRow,
  type Brief,
  type RedditSummary,
  type WebsiteEvaluation,
} from '../../src/api/index.ts'
import { engineReport } from '../../src/insights/engines.ts'
import type { ReportPeriod } from '../../src/model/reports.ts'

export const scope = { organizationId: 'org', workspaceId: 'ws', projectId: 'project' }

export const week = (start: string, end: string): ReportPeriod => ({
  unit: 'week',
  start,
  end,
  timeZone: 'Europe/Paris',
})

export const lastWeek = week('2026-11-09', '2026-11-15')

/** A question about visibility last week. */
export const question = { scope, period: lastWeek, engines: [], brands: [] }

/** A failed call of the service, and what a person reads about it. */
export const failure = (code: ApiErrorCode, userMessage = 'Not now.', status: number | null = null) =>
  new ApiError({ code, message: code, userMessage, retryable: false, status })

export const unavailable = failure('unavailable', 'The analytics service does not answer.')

/** The report on these engines, by default of last week and without a known market. */
export const enginesOf = (
  api: Parameters<typeof engineReport>[0],
  engines: readonly string[],
  more: Partial<Parameters<typeof engineReport>[1]> = {},
) => engineReport(api, { scope, period: lastWeek, engines, market: null, isBrief: false, ...more })

/** A number in this period and the one before; omitted means `null`. */
type Pair = readonly [now?: number | null, before?: number | null | undefined]

/** A brand's row: visibility score and mentions, each for now and before. */
export function row(
  brand: string,
  visibility: Pair,
  mentions: Pair = [],
  more: Partial<BrandRow> = {},
): BrandRow {
  const metric = ([value = null, prev_value = null]: Pair, unit: string) => ({ value, prev_value, unit })
  const nothing = metric([], '%')
  return {
    brand,
    is_my_brand: false,
    total_mentions: metric(mentions, ''),
    visibility_score: metric(visibility, '%'),
    presence_rate: nothing,
    presence_rate_total: nothing,
    presence_rate_occurrences: nothing,
    avg_ranking: metric([], ''),
    ...more,
  }
}

export const mine = { is_my_brand: true }

/** How many answers a row’s scores come from. */
export const answers = (now: number | null, before = now): Partial<BrandRow> => ({
  presence_rate_total: { value: now, prev_value: before, unit: 'answers' },
})

/** A collect on each of these days, newest first. */
export const collectedDaily = (newest: string, count: number) =>
  Array.from({ length: count }, (_, ago) => ({
    date: Temporal.PlainDate.from(newest).subtract({ days: ago }).toString(),
    total: 100,
  }))

export const websiteEvaluation = (more: Partial<WebsiteEvaluation> = {}): WebsiteEvaluation => ({
  id: 'E1',
  created_at: '2026-11-16T07:59:00Z',
  created_by: null,
  workspace_id: 'ws',
  name: 'Product pages',
  urls: [],
  tags: [],
  status: null,
  is_archived: false,
  generation_cost: 10,
  include_discovery: null,
  ...more,
})

export const brief = (more: Partial<Brief> = {}): Brief => ({
  id: 'b1',
  task_id: null,
  title: 'Write a page',
  body: 'Why.',
  created_at: null,
  updated_at: '2026-11-01T00:00:00Z',
  ...more,
})

type Query = Parameters<AnalyticsApi['allBrands']>[1]
type BrandAnswer = readonly BrandRow[] | Error

/** The data of this small service, and the requests it received. */
export interface Service
  extends Pick<AnalyticsApi, 'allBrands' | 'collects' | 'insightsFilters' | 'redditSummaries' | 'briefs'> {
  readonly asked: {
    brands: Query[]
    limits: number[]
    pages: number[]
    subreddits: (readonly string[])[]
    atOnce: number
  }
}

/** An in-memory analytics service with the client's interface: brands by query, collects in pages, the rest by key. */
export function service(holds: {
  readonly brands?: (query: Query) => BrandAnswer
  readonly collects?: readonly { date: string; total: number | null }[] | Error
  /** How the service pages its collects: maximum page size, and whether it omits the total. */
  readonly paging?: { readonly atMost?: number; readonly countless?: boolean }
  /** The brands of the workspace. */
  readonly names?: readonly string[]
  /** Its engines. */
  readonly engines?: readonly string[]
  readonly reddit?: readonly RedditSummary[]
  readonly briefs?: ReadonlyMap<string, readonly Brief[] | Error>
}): Service {
  const asked: Service['asked'] = { brands: [], limits: [], pages: [], subreddits: [], atOnce: 0 }
  let running = 0
  const answer = async <T>(value: T | Error): Promise<T> => {
    running += 1
    asked.atOnce = Math.max(asked.atOnce, running)
    await Promise.resolve()
    running -= 1
    if (value instanceof Error) throw value
    return value
  }
  return {
    asked,
    async allBrands(_scope, query, limit) {
      asked.brands.push(query)
      asked.limits.push(limit)
      const rows = await answer(holds.brands?.(query) ?? [])
      return { rows: rows.slice(0, limit), total: rows.length, cut: Math.max(0, rows.length - limit) }
    },
    async collects(_scope, options) {
      const page = options?.page ?? 1
      const page_size = Math.min(options?.page_size ?? 20, holds.paging?.atMost ?? 100)
      asked.pages.push(page)
      const all = await answer(holds.collects ?? [])
      const data = all
        .map((collect, index) => ({ id: `c${index}`, ...collect }))
        .slice((page - 1) * page_size, page * page_size)
      return { data, pagination: { page, page_size, total: holds.paging?.countless ? null : all.length } }
    },
    async insightsFilters() {
      return answer({
        sources: holds.engines ?? [],
        brands: holds.names ?? [],
        countries: [],
        categories: [],
      })
    },
    async redditSummaries(_scope, subreddits) {
      asked.subreddits.push(subreddits)
      return answer(holds.reddit ?? [])
    },
    async briefs(_scope, resultId) {
      return answer(holds.briefs?.get(resultId) ?? [])
    },
  }
}

import { ApiError, type BrandRow } from '../api/index.ts'
import { judgedReport } from '../insights/judged.ts'
import { type Market, ofWeek, storedRows } from '../insights/market.ts'
import { trendOf } from '../insights/trend.ts'
import { type VisibilityQuestion, visibilityReport } from '../insights/visibility.ts'
import { withReasons } from '../insights/why.ts'
import { memoizeFor } from '../lib/cache.ts'
import type { VisibilityReport } from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { type MarketRead, marketOfAnswer } from './market.ts'
import { isOutage, type WeeksWorkspace } from './weeks.ts'

export interface ReportAndTrend {
  readonly report: VisibilityReport
  /** `null`: the weeks before aren't known. */
  readonly trend: Trend | null
}

/** @param market the weeks up to the period's, if already read. @throws {ApiError} when the brands can't be read */
export async function explainedReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
  market: Promise<MarketRead | null> = marketOf(workspace, question),
): Promise<ReportAndTrend> {
  const [figures, weeks] = await Promise.all([visibilityReport(workspace.api, question), market])
  const { report, trend } = judged(figures, weeks)
  return { report: await withReasons(workspace.api, workspace.clock, question.scope, report, weeks), trend }
}

/** The same without reasons. */
export async function standingReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  const read = [visibilityReport(workspace.api, question), marketOf(workspace, question)] as const
  return judged(...(await Promise.all(read)))
}

/** Visibility and rank only, for Home and reviews: what the weeks have is not asked for. */
export async function briefReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  const market = await marketOf(workspace, question)
  const stored = market && storedService(market, question)
  return judged(await visibilityReport(stored ?? workspace.api, question), market)
}

/** While the service is down, the weeks as they were last read, which the chart says. @throws {ApiError} if there is none */
export async function reportOrStored(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  try {
    return await explainedReport(workspace, question)
  } catch (error) {
    const isDown = error instanceof ApiError && isOutage(error)
    const market = isDown ? await marketOf(workspace, question) : null
    const stored = market && storedService(market, question)
    if (!market || !stored) throw error
    const asOf = market.asOf ?? market.readAt
    const read = judged(await visibilityReport(stored, question), Object.assign(market, { asOf }))
    if (read.trend === null) throw error
    return read
  }
}

/** The service as the weeks know it; `null`: they don't have the week, all of its brands, or the own brand in both weeks. */
function storedService(market: Market, { engines, period }: VisibilityQuestion): StoredService | null {
  const { stored = [] } = ofWeek(market, { period }) ?? {}
  const rows = engines.length < 2 ? storedRows(stored, engines[0] ?? null) : null
  const isKnown = ({ is_my_brand: mine, visibility_score: { value, prev_value: before } }: BrandRow) =>
    mine && value && before
  if (!rows?.some(isKnown) || stored.at(-1)?.days === null) return null
  const data = stored.flatMap(({ days }) => days ?? []).map((date) => ({ id: date, date, total: null }))
  return {
    allBrands: async () => ({ rows, total: rows.length, cut: 0 }),
    collects: async () => ({ data, pagination: { page: 1, page_size: data.length, total: data.length } }),
    insightsFilters: async () => Promise.reject(new Error('stored weeks have no filters')),
  }
}

type StoredService = Parameters<typeof visibilityReport>[0]

const marketOf = (workspace: WeeksWorkspace, question: VisibilityQuestion) =>
  marketOfAnswer(workspace, question, question.period)

// Views are memoized by their report, so the same report must be the same object. A reading takes about 40 ms.
const readings = memoizeFor<VisibilityReport, ReportAndTrend>()

function judged(report: VisibilityReport, market: MarketRead | null): ReportAndTrend {
  if (market === null) return { report, trend: null }
  const { monday, weeks, asOf } = market
  return readings(report, JSON.stringify([monday, weeks.length, asOf]), () => {
    const read = judgedReport(report, market)
    const week = ofWeek(market, report)
    return { report: read, trend: week && trendOf(read, week, asOf) }
  })
}

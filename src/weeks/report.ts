import { judgedReport } from '../insights/judged.ts'
import { trendOf } from '../insights/trend.ts'
import { type VisibilityQuestion, visibilityReport } from '../insights/visibility.ts'
import { withReasons } from '../insights/why.ts'
import { memoizeFor } from '../lib/cache.ts'
import { isNarrowed, noFilters } from '../model/filters.ts'
import type { VisibilityReport } from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { type MarketRead, marketOfReport } from './market.ts'
import type { WeeksWorkspace } from './weeks.ts'

export interface ReportAndTrend {
  readonly report: VisibilityReport
  /** `null`: the weeks before aren't known. */
  readonly trend: Trend | null
}

type ReportWorkspace = WeeksWorkspace

/** @param market the weeks up to the period's, if already read. @throws {ApiError} when the brands can't be read */
export async function explainedReport(
  workspace: ReportWorkspace,
  question: VisibilityQuestion,
  market: Promise<MarketRead | null> = marketOf(workspace, question),
): Promise<ReportAndTrend> {
  const [figures, weeks] = await Promise.all([visibilityReport(workspace.api, question), market])
  const { report, trend } = judged(figures, weeks)
  return { report: await withReasons(workspace.api, workspace.clock, question.scope, report, weeks), trend }
}

/** The same without reasons. */
export async function standingReport(
  workspace: ReportWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  const read = [visibilityReport(workspace.api, question), marketOf(workspace, question)] as const
  return judged(...(await Promise.all(read)))
}

/** Weeks are kept of all answers, and of those that a digest is about: not of what somebody filters once. */
async function marketOf(workspace: WeeksWorkspace, question: VisibilityQuestion): Promise<MarketRead | null> {
  const { scope, engines, filters = noFilters, period } = question
  return isNarrowed(filters) ? null : marketOfReport(workspace, { scope, engines, filters }, period)
}

// Views are memoized by their report, so the same report must be the same object. A reading takes about 40 ms.
const readings = memoizeFor<VisibilityReport, ReportAndTrend>()

function judged(report: VisibilityReport, market: MarketRead | null): ReportAndTrend {
  if (market === null || report.requestedPeriod !== null) return { report, trend: null }
  const { monday, weeks, asOf } = market
  return readings(report, JSON.stringify([monday, weeks.length, asOf]), () => {
    const read = judgedReport(report, market)
    return { report: read, trend: trendOf(read, market, asOf) }
  })
}

import { judgedReport } from '../insights/judged.ts'
import { ofWeek } from '../insights/market.ts'
import { trendOf } from '../insights/trend.ts'
import { type VisibilityQuestion, visibilityReport } from '../insights/visibility.ts'
import { withReasons } from '../insights/why.ts'
import { memoizeFor } from '../lib/cache.ts'
import type { VisibilityReport } from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { type MarketRead, marketOfAnswer } from './market.ts'
import type { WeeksWorkspace } from './weeks.ts'

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

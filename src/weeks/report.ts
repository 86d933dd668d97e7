/** A market's kept weeks, and the service's reports as the weeks judge them. */

import { ApiError, type BrandRow } from '../api/index.ts'
import { lengthOf } from '../insights/collected.ts'
import { judgedReport } from '../insights/headline.ts'
import { type Market, marketOf, ofWeek, storedRows } from '../insights/market.ts'
import { trendOf, type VisibilityQuestion, visibilityReport } from '../insights/visibility.ts'
import { withReasons } from '../insights/why.ts'
import { withTimeout } from '../lib/async.ts'
import { AnswerCache, lazy, memoizeFor } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { isCalendarPeriod, isNarrowed, noFilters } from '../model/question.ts'
import type { BrandFilters, ReportPeriod, VisibilityReport } from '../model/reports.ts'
import type { Trend } from '../model/trend.ts'
import { isOutage, type MarketQuestion, type ReadWeeks, type WeeksWorkspace, weeksOf } from './weeks.ts'

/** The weeks of an analysis up to a report's end. */
export interface KnownMarket extends Pick<ReadWeeks, 'asOf' | 'readAt'> {
  /** The same as long as no week was read again. */
  readonly version: string
  /** Reading a year takes about 30 ms. `null`: no week is known. */
  readonly market: () => Promise<Market | null>
}

type Asked = MarketQuestion & { readonly engines: readonly string[] }

/** The longest that an answer waits for the weeks. Their requests go on, so that the next answer has them. */
const waitMs = 5_000

/** What the weeks of all answers say up to the end of a report's period; `null`: none is known in time. */
export async function marketOfAnswer(
  workspace: WeeksWorkspace,
  question: AskedAnswer,
  period: ReportPeriod,
): Promise<Market | null> {
  const known = await knownOfAnswer(workspace, question, period)
  return (await known?.market()) ?? null
}

type AskedAnswer = Omit<Asked, 'filters'> & { readonly filters?: BrandFilters }

/** Weeks are kept of all answers, and of those that a digest is about: what somebody filters once varies like a part of all. */
async function knownOfAnswer(
  workspace: WeeksWorkspace,
  { scope, engines, filters }: AskedAnswer,
  period: ReportPeriod,
): Promise<KnownMarket | null> {
  const isPart = filters !== undefined && isNarrowed(filters)
  return knownMarket(workspace, { scope, engines, filters: noFilters }, period, isPart)
}

/** Of a question whose weeks are kept. `null`: they aren't known in time. */
export async function knownMarket(
  workspace: WeeksWorkspace,
  { scope, filters, engines }: Asked,
  period: ReportPeriod,
  isPart = false,
): Promise<KnownMarket | null> {
  const { timeZone, end } = period
  const isWeek = period.unit === 'week' && period.soFar === undefined && isCalendarPeriod(period)
  try {
    const read = () => weeksOf(workspace, { scope, filters, timeZone }, { asks: isWeek && !isPart })
    const known = await withTimeout(workspace.clock, waitMs, read)
    if (known === null) return null
    const { asOf, readAt, version } = known
    const market = lazy(async () => {
      const weeks = await known.weeks()
      return marketOf(
        weeks.filter(({ week }) => week <= end),
        { engines, isPart },
      )
    })
    return { asOf, readAt, version: isPart ? `${version} part` : version, market }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

export interface ReportAndTrend {
  readonly report: VisibilityReport
  /** `null`: the weeks before aren't known. */
  readonly trend: Trend | null
}

/** @param asked the weeks up to the period's, if already read. @throws {ApiError} when the brands can't be read */
export async function explainedReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
  asked: Promise<KnownMarket | null> = askedMarket(workspace, question),
): Promise<ReportAndTrend> {
  const { api, clock } = workspace
  const [figures, known] = await Promise.all([visibilityReport(api, question), asked])
  const { report, trend } = await judged(figures, known)
  const market = async () => (await known?.market()) ?? null
  return { report: await withReasons(api, clock, question.scope, report, market), trend }
}

export async function standingReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  const read = [visibilityReport(workspace.api, question), askedMarket(workspace, question)] as const
  return judged(...(await Promise.all(read)))
}

/** Visibility and rank only, for Home and reviews: what the weeks have is not asked for. */
export async function briefReport(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  const known = await askedMarket(workspace, question)
  const stored = await storedService(known, question)
  return judged(await visibilityReport(stored ?? workspace.api, question), known)
}

/** While the service is down, the weeks as they were last read, which the chart says. @throws {ApiError} if there is none */
export async function reportOrStored(
  workspace: WeeksWorkspace,
  question: VisibilityQuestion,
): Promise<ReportAndTrend> {
  try {
    return await explainedReport(workspace, question)
  } catch (error) {
    // The weeks have no other period.
    const isDown = error instanceof ApiError && isOutage(error) && lengthOf(question.period) === 7
    const known = isDown ? await askedMarket(workspace, question) : null
    const stored = await storedService(known, question)
    if (known === null || stored === null) throw error
    const asOf = known.asOf ?? known.readAt
    const read = await judged(await visibilityReport(stored, question), { ...known, asOf })
    if (read.trend === null) throw error
    return read
  }
}

/** The service as the weeks know it; `null`: they don't have the week, all of its brands, or the own brand in both weeks. */
async function storedService(
  known: KnownMarket | null,
  { engines, period }: VisibilityQuestion,
): Promise<StoredService | null> {
  const { stored = [] } = ofWeek((await known?.market()) ?? null, { period }) ?? {}
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

const askedMarket = (workspace: WeeksWorkspace, question: VisibilityQuestion) =>
  knownOfAnswer(workspace, question, question.period)

// Views are memoized by their report, so the same report must be the same object. A reading takes about 20 ms.
const readings = memoizeFor<VisibilityReport, AnswerCache<ReportAndTrend>>()
const versionsKept = { clock: systemClock, ttlMs: null, max: 100 }

async function judged(report: VisibilityReport, known: KnownMarket | null): Promise<ReportAndTrend> {
  if (known === null) return { report, trend: null }
  const { version, asOf } = known
  const ofReport = readings(report, '', () => new AnswerCache(versionsKept))
  return ofReport.get(JSON.stringify([version, asOf]), async () => {
    const market = await known.market()
    if (market === null) return { report, trend: null }
    const read = judgedReport(report, market)
    const week = ofWeek(market, report)
    return { report: read, trend: week && trendOf(read, week, asOf) }
  })
}

import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import { noFilters } from '../model/filters.ts'
import type { Gap, GapReport } from '../model/gap-report.ts'
import type { BrandStanding, ReportPeriod, SplitDimension } from '../model/reports.ts'
import { readBrands } from './brands/read-brands.ts'
import { type Market, ofWeek, ordinaryOf, storedRows } from './market.ts'
import { ownOf, standingsOf } from './ranking.ts'
import { probabilityAhead } from './reading/index.ts'
import type { Level } from './reading/model.ts'
import { dataOf, fewAtOnce, section } from './section.ts'
import { figureLevel } from './significance.ts'
import { visibilityReport } from './visibility.ts'
import { dimensionsOf, partQuery } from './why.ts'

type GapApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'> & Parameters<typeof visibilityReport>[0]

interface GapQuestion {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  /** The weeks up to the period's end; `null`: none is known. */
  readonly market: Market | null
}

/** Requests that one answer may make, besides those of the underlying report. */
const MAX_REQUESTS = 30

/** One page: it has the leader, and nearly always the own brand. */
const BRANDS_READ = 100

interface Segment {
  readonly dimension: SplitDimension
  readonly part: string
}

/**
 * Where the own brand trails the leader, and where it leads: on each engine, in each funnel stage, for each keyword
 * type and on each site type. A gap counts only if it is more than ordinary variation, for as many segments.
 * @throws {ApiError} when the brands or the engines can't be read
 */
export async function gapReport(api: GapApi, question: GapQuestion): Promise<GapReport> {
  const { scope, market } = question
  const [report, { sources }] = await Promise.all([
    visibilityReport(api, { ...question, engines: [], brands: [] }),
    api.insightsFilters(scope),
  ])
  const { own, period } = report
  const named = dimensionsOf([...new Set(sources.map(String))]).flatMap(({ dimension, values }) =>
    values.map((part): Segment => ({ dimension, part })),
  )
  // What exceeds the limit is dropped from the end.
  const segments = own === null ? [] : named.slice(0, MAX_REQUESTS)
  // The remaining requests are for segments whose first page lacks the own brand.
  const spare = { requestsLeft: MAX_REQUESTS - segments.length }
  const read = await fewAtOnce(segments, (segment) =>
    section(segment.part, readGap(api, { scope, period, own, market }, segment, spare)),
  )
  const gaps = dataOf(read)
  const isKnown = (gap: MeasuredGap) => isSettled(gap, gaps.length)
  return {
    report,
    gaps: gaps.filter(isKnown).toSorted((a, b) => gapOf(a) - gapOf(b)),
    tooClose: gaps.filter((gap) => !isKnown(gap)),
    unread: read.flatMap((part) => (part.ok ? [] : [part])),
    notMeasured: read.filter((part) => part.ok && part.data === null).length,
    leftOut: own === null ? 0 : named.length - segments.length,
  }
}

interface MeasuredGap extends Gap {
  readonly rivals: number
  /** Where the own brand and the leader are, beyond this one figure if weeks are known. */
  readonly levels: readonly [Level | null, Level | null]
}

interface Asked {
  readonly scope: AnalysisScope
  readonly period: ReportPeriod
  readonly own: BrandStanding | null
  readonly market: Market | null
}

/** @returns `null` if the own brand or all others have no score, or if the sample is unknown */
async function readGap(
  api: GapApi,
  { scope, period, own: ownStanding, market }: Asked,
  { dimension, part }: Segment,
  spare: { requestsLeft: number },
): Promise<MeasuredGap | null> {
  // Previous values aren't needed. Without `soFar`, a running period takes only one request.
  const { soFar: _, ...days } = period
  const narrowed = partQuery({ engines: [], filters: noFilters }, dimension, part)
  const read = async (brands?: readonly string[]) => {
    const question = {
      scope,
      ...narrowed,
      maxBrands: BRANDS_READ,
      ...(brands === undefined ? {} : { brands }),
    }
    const { rows, leftOut } = await readBrands(api, question, days, Promise.resolve(null))
    return { standings: standingsOf(rows), leftOut }
  }
  const week = dimension === 'engine' ? ofWeek(market, { period }) : null
  const stored = week && storedRows(week.stored, part)
  const { standings, leftOut } = stored ? { standings: standingsOf(stored), leftOut: 0 } : await read()
  let mine = ownOf(standings)
  if (mine === null && leftOut > 0 && ownStanding !== null && spare.requestsLeft > 0) {
    spare.requestsLeft -= 1
    mine = ownOf((await read([ownStanding.brand])).standings)
  }
  const rivals = standings.filter((one) => !one.mine && one.visibility.value !== null)
  const [leader] = rivals
  const answers = least(mine?.answers.now ?? null, leader?.answers.now ?? null)
  if (mine?.visibility.value == null || leader?.visibility.value == null || answers === null) return null
  const { value } = mine.visibility
  const levelOf = ({ brand, visibility }: BrandStanding) =>
    week
      ? (week.onEngines(brand).get(part)?.level ?? null)
      : figureLevel(visibility.value, answers, ordinaryOf(market, period, 'part'))
  return {
    dimension,
    part,
    ownScore: value,
    leader: { brand: leader.brand, score: leader.visibility.value },
    answers,
    rivals: rivals.length + leftOut,
    levels: [levelOf(mine), levelOf(leader)],
  }
}

/** How often any of an answer's gaps is claimed where the brands are equal. */
const RISK = 0.05

/** The best of many rivals is partly the luckiest, so trailing it counts as that many comparisons. */
function isSettled({ levels: [mine, theirs], rivals, ...gap }: MeasuredGap, segments: number): boolean {
  if (mine === null || theirs === null) return false
  const ahead = probabilityAhead(mine, theirs)
  return gapOf(gap) > 0 ? 1 - ahead < RISK / segments : ahead < RISK / segments / rivals
}

function gapOf({ ownScore, leader }: Pick<Gap, 'ownScore' | 'leader'>): number {
  return ownScore - leader.score
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null || a < 1 || b < 1 ? null : Math.min(a, b)
}

import type { AnalyticsApi } from '../api/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import type { Gap, GapReport } from '../model/gap-report.ts'
import { noFilters } from '../model/question.ts'
import { type BrandStanding, dataOf, section } from '../model/reports.ts'
import { judgedReport } from './headline.ts'
import { ofWeek, ordinaryOf } from './market.ts'
import { brandsOfPart, dimensionsOf, type Part, partsOf, type SplitQuestion } from './parts.ts'
import { ownOf } from './ranking.ts'
import type { Level } from './reading/changes.ts'
import { probabilityAhead } from './reading/reading.ts'
import { FAMILY_RISK, figureLevel, type Ordinary } from './significance.ts'
import { visibilityReport } from './visibility.ts'

type GapApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'> & Parameters<typeof visibilityReport>[0]

type GapQuestion = Pick<SplitQuestion, 'scope' | 'period' | 'market'>

/** Requests that one answer may make, besides those of the underlying report. */
const MAX_REQUESTS = 30

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
  const named = partsOf(dimensionsOf(sources.map(String)))
  const parts = own === null || report.isFraction ? [] : named.slice(0, MAX_REQUESTS)
  // Previous values aren't needed. Without `soFar`, a running period takes only one request.
  const { soFar: _, ...days } = period
  const asked = { scope, period: days, engines: [], filters: noFilters, market }
  const ordinary = ordinaryOf(market, period, 'part')
  // The remaining requests are for parts whose first page lacks the own brand.
  const spare = { brand: own?.brand ?? '', requestsLeft: MAX_REQUESTS - parts.length }
  const read = await fewAtOnce(parts, (part) =>
    section(part.value, readGap(api, asked, part, spare, ordinary)),
  )
  const gaps = dataOf(read)
  const isKnown = (gap: MeasuredGap) => isSettled(gap, gaps.length)
  return {
    report: judgedReport(report, market),
    gaps: gaps.filter(isKnown).toSorted((a, b) => gapOf(a) - gapOf(b)),
    tooClose: gaps.filter((gap) => !isKnown(gap)),
    unread: read.flatMap((part) => (part.ok ? [] : [part])),
    notMeasured: parts.flatMap(({ value }, at) => (read[at]?.ok && read[at].data === null ? [value] : [])),
    leftOut: own === null ? 0 : named.length - parts.length,
  }
}

interface MeasuredGap extends Gap {
  readonly rivals: number
  /** Where the own brand and the leader are, beyond this one figure if weeks are known. */
  readonly levels: readonly [Level | null, Level | null]
}

/** @returns `null` if the own brand or all others have no score, or if the sample is unknown */
async function readGap(
  api: GapApi,
  question: SplitQuestion,
  part: Part,
  spare: { readonly brand: string; requestsLeft: number },
  ordinary: Ordinary,
): Promise<MeasuredGap | null> {
  const { standings, leftOut } = await brandsOfPart(api, question, part)
  let mine = ownOf(standings)
  if (mine === null && leftOut > 0 && spare.requestsLeft > 0) {
    spare.requestsLeft -= 1
    mine = ownOf((await brandsOfPart(api, question, part, [spare.brand])).standings)
  }
  const rivals = standings.filter((one) => !one.mine && one.visibility.value !== null)
  const [leader] = rivals
  const answers = Math.min(mine?.answers.now ?? 0, leader?.answers.now ?? 0)
  if (mine?.visibility.value == null || leader?.visibility.value == null || answers < 1) return null
  const { value } = mine.visibility
  const week = part.dimension === 'engine' ? ofWeek(question.market, question) : null
  const levelOf = ({ brand, visibility }: BrandStanding) =>
    week
      ? (week.onEngines(brand).get(part.value)?.level ?? null)
      : figureLevel(visibility.value, answers, ordinary)
  return {
    dimension: part.dimension,
    part: part.value,
    ownScore: value,
    leader: { brand: leader.brand, score: leader.visibility.value },
    answers,
    rivals: rivals.length + leftOut,
    levels: [levelOf(mine), levelOf(leader)],
  }
}

/** The best of many rivals is partly the luckiest, so trailing it counts as that many comparisons. */
function isSettled({ levels: [mine, theirs], rivals, ...gap }: MeasuredGap, segments: number): boolean {
  if (mine === null || theirs === null) return false
  const ahead = probabilityAhead(mine, theirs)
  return gapOf(gap) > 0 ? 1 - ahead < FAMILY_RISK / segments : ahead < FAMILY_RISK / segments / rivals
}

function gapOf({ ownScore, leader }: Pick<Gap, 'ownScore' | 'leader'>): number {
  return ownScore - leader.score
}

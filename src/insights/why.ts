import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import { fewAtOnce, withTimeout } from '../lib/async.ts'
import { memoizeFor } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import {
  type BrandStanding,
  type ChangeReasons,
  type ChangeSplit,
  dataOf,
  type MetricChange,
  type SampleSizes,
  type SplitDimension,
  type SplitPart,
  scoreIn,
  section,
  type VisibilityReport,
} from '../model/reports.ts'
import { type Market, ofWeek, ordinaryOf } from './market.ts'
import { brandsOfPart, dimensionsOf, filterOf, type Part, partsOf, type SplitQuestion } from './parts.ts'
import { sumOf } from './reading/statistics.ts'
import { FAMILY_RISK, type Figure, isBeyondOrdinary, metricChange } from './significance.ts'

type PartsApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'>

/** Extra requests that an answer may make when nobody asked for reasons: only engines are read then. */
const MAX_REQUESTS = 12

const WAIT_MS = 5_000

/**
 * A report with the reasons for its headline's change if that is news. Concurrent calls for the same report share the
 * requests. If these fail or take too long, the report comes without reasons.
 */
export async function withReasons(
  api: PartsApi,
  clock: Clock,
  scope: AnalysisScope,
  report: VisibilityReport,
  marketOf: () => Promise<Market | null>,
): Promise<VisibilityReport> {
  const of = newsOf(report)
  if (of === null) return report
  const explained = explanations(report, '', async () => {
    try {
      const how = { market: await marketOf(), maxRequests: MAX_REQUESTS }
      const why = await changeReasons(api, scope, report, of, how)
      return why.splits.length === 0 ? report : { ...report, why }
    } catch {
      return report
    }
  })
  return (await withTimeout(clock, WAIT_MS, () => explained)) ?? report
}

const explanations = memoizeFor<VisibilityReport, Promise<VisibilityReport>>()

/** The brand whose change is the headline; `null`: there is none, or its change isn't news. */
function newsOf(report: VisibilityReport): BrandStanding | null {
  const subject = subjectOf(report)
  // Without sample sizes there is nothing to split by.
  return subject?.visibility.isNews && subject.answers.now !== null ? subject : null
}

function subjectOf({ headline, own }: Pick<VisibilityReport, 'headline' | 'own'>): BrandStanding | null {
  if (headline.kind === 'rival_change') return headline.rival
  return ['own_change', 'overtook', 'overtaken'].includes(headline.kind) ? own : null
}

/** The brand that "why?" is about: the headline's, or the own one; `null` if nothing can be compared. */
export function subjectOfWhy(report: VisibilityReport): BrandStanding | null {
  const subject = subjectOf(report) ?? report.own
  return subject === null || subject.visibility.delta === null ? null : subject
}

/**
 * What a brand's change comes from: by engine, and without a limit also by funnel stage, keyword type and site type. A
 * dimension is omitted if the question is limited to one of its values.
 * @param how.market the weeks up to the report's end; `null`: none is known
 * @param how.maxRequests default: no limit
 */
export async function changeReasons(
  api: PartsApi,
  scope: AnalysisScope,
  report: VisibilityReport,
  of: BrandStanding,
  { market, maxRequests }: { readonly market: Market | null; readonly maxRequests?: number },
): Promise<ChangeReasons> {
  const week = ofWeek(market, report)
  const ordinary = ordinaryOf(market, report.period, 'part')
  // A running period takes a second request for the days that it is compared with.
  const each = report.period.soFar === undefined ? 1 : 2
  const dimensions = (await askedDimensions(api, scope, report, week)).filter(
    ({ dimension, values }) =>
      values.length > 1 &&
      (maxRequests === undefined || (dimension === 'engine' && each * values.length < maxRequests)),
  )
  const read = await fewAtOnce(partsOf(dimensions), async (part) => ({
    dimension: part.dimension,
    part: await section(part.value, readPart(api, { scope, ...report, market }, part, of.brand)),
  }))
  const splits: ChangeSplit[] = []
  const unsplit: ChangeReasons['unsplit'][number][] = []
  for (const { dimension } of dimensions) {
    const parts = read.filter((one) => one.dimension === dimension).map(({ part }) => part)
    const isComplete = parts.every(({ ok }) => ok)
    const samples = dataOf(parts)
    const risk = FAMILY_RISK / samples.length
    const isBeyond = (sample: PartFigures) =>
      dimension === 'engine' && week
        ? isMoved(sample, of, week, risk)
        : isBeyondOrdinary(sample.visibility, sample.answers, risk, ordinary) === true
    const split = isComplete ? splitOf(dimension, of, samples, isBeyond) : null
    if (split !== null) splits.push(split)
    else unsplit.push({ dimension, reason: isComplete ? 'no_sum' : 'unread' })
  }
  return { of, splits, unsplit }
}

type PartFigures = Omit<SplitPart, 'contribution' | 'isCause'>

/** Whether an engine's weeks show a change of its own, in the direction that the figures show. */
function isMoved(
  { part, visibility }: PartFigures,
  { brand }: BrandStanding,
  market: Market,
  risk: number,
): boolean {
  const { last = null, newestWeek = null } = market.onEngines(brand).get(part) ?? {}
  const isNewestBeyond = newestWeek !== null && newestWeek.chance < risk
  const moved = last?.told === market.monday ? last.direction : isNewestBeyond ? newestWeek.points : 0
  return moved * (visibility.delta ?? 0) > 0
}

async function askedDimensions(
  api: Pick<PartsApi, 'insightsFilters'>,
  scope: AnalysisScope,
  { engines, filters }: VisibilityReport,
  market: Market | null,
): Promise<ReturnType<typeof dimensionsOf>> {
  const known = engines.length > 0 ? engines : market && Object.keys(market.stored.at(-1)?.engines ?? {})
  const names = known ?? (await api.insightsFilters(scope)).sources.map(String)
  return dimensionsOf(names).map(({ dimension, values }) => {
    const chosen = dimension === 'engine' ? [] : filters[filterOf[dimension]]
    return { dimension, values: chosen.length > 0 ? chosen : values }
  })
}

async function readPart(
  api: Pick<PartsApi, 'allBrands'>,
  question: SplitQuestion,
  part: Part,
  brand: string,
): Promise<PartFigures | null> {
  const { standings, leftOut } = await brandsOfPart(api, question, part, [brand])
  const standing = standings.find((one) => one.brand === brand)
  if (standing) return { part: part.value, visibility: standing.visibility, answers: standing.answers }
  // A brand that a complete list lacks is in no answer.
  const [other] = leftOut === 0 ? standings : []
  const before = ofWeek(question.market, question)?.stored.at(-2)
  if (other === undefined || before === undefined) return null
  const score = { value: 0, prev_value: scoreIn(before, part.value, brand), unit: before.unit }
  return { part: part.value, visibility: metricChange(score, 'higher'), answers: other.answers }
}

// A score is the mean over all answers, so it is the sum of the parts' scores, each weighted by its share of the
// answers. The change is then the sum over the parts of (mean share × change of score), plus a rest that comes only
// from a different mix of answers: fewer answers from a high-scoring engine lower the whole, even if no engine changed.

/** One part of an answer's sample, such as an engine, in both periods. */
export interface PartSample {
  readonly visibility: Figure
  readonly answers: SampleSizes
}

/**
 * Splits the change of the parts' common score. A part without answers in one of the periods has no change of its own.
 * @returns what each part and a different mix of them contribute, in points; `null` if a score or a sample is unknown
 */
export function contributionsOf(samples: readonly PartSample[]) {
  const known = samples.map(({ visibility, answers }) => {
    const [now, before] = [answers.now ?? Number.NaN, answers.before ?? Number.NaN]
    const value = now === 0 ? (visibility.previous ?? 0) : (visibility.value ?? Number.NaN)
    const previous = before === 0 ? (visibility.value ?? 0) : (visibility.previous ?? Number.NaN)
    return { now, before, value, previous }
  })
  const now = sumOf(known.map((part) => part.now))
  const before = sumOf(known.map((part) => part.before))
  const parts = known.map(
    (part) => ((part.now / now + part.before / before) / 2) * (part.value - part.previous),
  )
  const mix = sumOf(
    known.map((part) => (part.now / now - part.before / before) * ((part.value + part.previous) / 2)),
  )
  return Number.isFinite(sumOf(parts) + mix) ? { parts, mix } : null
}

/** Parts make up the whole if their answers add up to it within this share. */
const SUM_TOLERANCE = 0.02
/** Scores are rounded. With a larger difference, in points, the service's whole is not the mean of these parts. */
const SCORE_TOLERANCE = 0.5

/** A change of the mix is reported from this many points, and from this share of the whole change. */
const MIX = { points: 0.5, share: 0.25 }

/**
 * Splits the change of `whole`. A part is a cause if it changed like the whole, and by more than its ordinary variation.
 * @param isBeyond whether a part's own change is more than its ordinary variation, given the number of parts
 * @returns `null` if the parts don't make up the whole, by their answers or by their scores
 */
export function splitOf(
  dimension: SplitDimension,
  whole: PartSample & { readonly visibility: Pick<MetricChange, 'delta'> },
  samples: readonly PartFigures[],
  isBeyond: (sample: PartFigures) => boolean,
): ChangeSplit | null {
  const contributions = contributionsOf(samples)
  const { delta } = whole.visibility
  const { now, before } = whole.answers
  if (contributions === null || delta === null || samples.length < 2) return null
  if (!addsUp(now, samples, 'now') || !addsUp(before, samples, 'before')) return null
  const { mix } = contributions
  const sum = contributions.parts.reduce((all, contribution) => all + contribution, mix)
  if (Math.abs(delta - sum) > SCORE_TOLERANCE) return null
  const parts = samples.map((sample, index): SplitPart => {
    const contribution = contributions.parts[index] ?? 0
    return { ...sample, contribution, isCause: contribution * delta > 0 && isBeyond(sample) }
  })
  return {
    dimension,
    parts: parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    isEverywhere: parts.every(({ contribution }) => contribution * delta > 0),
    mix,
    isMixCause: Math.abs(mix) >= MIX.points && Math.abs(mix) >= MIX.share * Math.abs(delta),
  }
}

function addsUp(whole: number | null, samples: readonly PartFigures[], when: keyof SampleSizes): boolean {
  const sum = samples.reduce((all, { answers }) => all + (answers[when] ?? 0), 0)
  return whole !== null && whole > 0 && Math.abs(sum - whole) <= SUM_TOLERANCE * whole
}

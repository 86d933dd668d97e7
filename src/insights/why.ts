import type { AnalysisScope, AnalyticsApi } from '../api/index.ts'
import { memoizeFor } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { fewAtOnce } from '../lib/queues.ts'
import { withTimeout } from '../lib/timeout.ts'
import type {
  BrandStanding,
  ChangeReasons,
  ChangeSplit,
  SplitPart,
  VisibilityReport,
} from '../model/reports.ts'
import { type Market, ofWeek, ordinaryOf } from './market.ts'
import { brandsOfPart, dimensionsOf, filterOf, type Part, partsOf, type SplitQuestion } from './parts.ts'
import { dataOf, section } from './section.ts'
import { isBeyondOrdinary } from './significance.ts'
import { splitOf } from './split.ts'

type PartsApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'>

/** Extra requests that an answer may make when nobody asked for reasons: only engines are read then. */
const MAX_REQUESTS = 12

/** The longest that an answer waits for its reasons. */
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
  market: Market | null,
): Promise<VisibilityReport> {
  const of = newsOf(report)
  if (of === null) return report
  const explained = explanations(report, '', async () => {
    try {
      const why = await changeReasons(api, scope, report, of, { market, maxRequests: MAX_REQUESTS })
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
    const risk = RISK / samples.length
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

/** How often one of the parts of a change is called a cause if only the others changed. */
const RISK = 0.05

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

/** The dimensions that the question can be split by. */
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
  const { standings } = await brandsOfPart(api, question, part, [brand])
  const standing = standings.find((one) => one.brand === brand)
  return standing ? { part: part.value, visibility: standing.visibility, answers: standing.answers } : null
}

import {
  type AnalysisScope,
  type AnalyticsApi,
  COMPETITOR_TYPES,
  FUNNEL_STAGES,
  KEYWORD_TYPES,
} from '../api/index.ts'
import { memoizeFor } from '../lib/cache.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'
import type {
  BrandFilters,
  BrandStanding,
  ChangeReasons,
  ChangeSplit,
  SplitDimension,
  SplitPart,
  VisibilityReport,
} from '../model/reports.ts'
import { readBrands } from './brands/read-brands.ts'
import { type Market, ofWeek, ordinaryOf, storedRows } from './market.ts'
import { standingsOf } from './ranking.ts'
import { dataOf, fewAtOnce, section } from './section.ts'
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
function newsOf({ headline, own }: VisibilityReport): BrandStanding | null {
  const subject = subjectOf(headline, own)
  // Without sample sizes there is nothing to split by.
  return subject?.visibility.isNews && subject.answers.now !== null ? subject : null
}

function subjectOf(
  headline: VisibilityReport['headline'],
  ownStanding: BrandStanding | null,
): BrandStanding | null {
  switch (headline.kind) {
    case 'rival_change':
      return headline.rival
    case 'own_change':
    case 'overtook':
    case 'overtaken':
      return ownStanding
    default:
      return null
  }
}

/** The brand that "why?" is about: the headline's, or the own one; `null` if nothing can be compared. */
export function subjectOfWhy({ headline, own }: VisibilityReport): BrandStanding | null {
  const subject = subjectOf(headline, own) ?? own
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
  const known = ofWeek(market, report)
  const ordinary = ordinaryOf(market, report.period, 'part')
  const stored = known && storedEngines(known, report, of)
  const dimensions = await askedDimensions(api, scope, report, known)
  // A running period takes a second request for the days that it is compared with.
  const each = report.period.soFar === undefined ? 1 : 2
  const isRead = ({ dimension, values }: DimensionValues) =>
    values.length > 1 &&
    (maxRequests === undefined || (dimension === 'engine' && each * values.length < maxRequests))
  const requests = dimensions
    .filter((one) => isRead(one) && !(stored && one.dimension === 'engine'))
    .flatMap(({ dimension, values }) => values.map((value) => ({ dimension, value })))
  const read = await fewAtOnce(requests, async ({ dimension, value }) => ({
    dimension,
    part: await section(value, readPart(api, scope, report, of, { dimension, value })),
  }))
  const splits: ChangeSplit[] = []
  const unsplit: ChangeReasons['unsplit'][number][] = []
  for (const { dimension } of dimensions.filter(isRead)) {
    const parts = read.filter((one) => one.dimension === dimension).map(({ part }) => part)
    const isComplete = parts.every(({ ok }) => ok)
    const samples = dimension === 'engine' && stored ? stored : dataOf(parts)
    const isBeyond = (sample: PartFigures) =>
      dimension === 'engine' && known
        ? isMoved(sample, of, known, RISK / samples.length)
        : isBeyondOrdinary(sample.visibility, sample.answers, RISK / samples.length, ordinary) === true
    const split = isComplete ? splitOf(dimension, of, samples, isBeyond) : null
    if (split !== null) splits.push(split)
    else unsplit.push({ dimension, reason: isComplete ? 'no_sum' : 'unread' })
  }
  return { of, splits, unsplit }
}

type PartFigures = Omit<SplitPart, 'contribution' | 'isCause'>

/** The brand's figures by engine from the stored weeks; `null`: one of them isn't there. */
function storedEngines(
  { stored }: Market,
  { engines }: VisibilityReport,
  { brand }: BrandStanding,
): readonly PartFigures[] | null {
  const names = engines.length > 0 ? engines : Object.keys(stored.at(-1)?.engines ?? {})
  const parts = names.map((engine): PartFigures | null => {
    const one = standingsOf(storedRows(stored, engine) ?? []).find((standing) => standing.brand === brand)
    return one?.answers.before ? { part: engine, visibility: one.visibility, answers: one.answers } : null
  })
  return parts.every((part) => part !== null) ? parts : null
}

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

interface DimensionValues {
  readonly dimension: SplitDimension
  readonly values: readonly string[]
}

/** The dimensions that the question can be split by. */
async function askedDimensions(
  api: Pick<PartsApi, 'insightsFilters'>,
  scope: AnalysisScope,
  { engines, filters }: VisibilityReport,
  market: Market | null,
): Promise<readonly DimensionValues[]> {
  const known = engines.length > 0 ? engines : market && Object.keys(market.stored.at(-1)?.engines ?? {})
  const names = known ?? (await api.insightsFilters(scope)).sources.map(String)
  return dimensionsOf([...new Set(names)]).map(({ dimension, values }) => {
    const chosen = dimension === 'engine' ? [] : filters[filterOf[dimension]]
    return { dimension, values: chosen.length > 0 ? chosen : values }
  })
}

/** What answers can be split by. */
export const dimensionsOf = (engines: readonly string[]): readonly DimensionValues[] => [
  { dimension: 'engine', values: engines },
  { dimension: 'funnelStage', values: FUNNEL_STAGES },
  { dimension: 'keywordType', values: KEYWORD_TYPES },
  { dimension: 'siteType', values: COMPETITOR_TYPES },
]

async function readPart(
  api: Pick<PartsApi, 'allBrands'>,
  scope: AnalysisScope,
  { period, engines, filters }: VisibilityReport,
  { brand }: BrandStanding,
  { dimension, value }: { readonly dimension: SplitDimension; readonly value: string },
): Promise<PartFigures | null> {
  const query = partQuery({ engines, filters }, dimension, value)
  const question = { scope, ...query, brands: [brand], maxBrands: 100 }
  // The report has already decided which day of a running period is its last.
  const { rows } = await readBrands(api, question, period, Promise.resolve(null))
  const standing = standingsOf(rows).find((standing) => standing.brand === brand)
  return standing === undefined
    ? null
    : { part: value, visibility: standing.visibility, answers: standing.answers }
}

const filterOf = {
  funnelStage: 'funnelStages',
  keywordType: 'keywordTypes',
  siteType: 'competitorTypes',
} as const

/** The question limited to one value of a dimension. */
export function partQuery(
  { engines, filters }: { readonly engines: readonly string[]; readonly filters: BrandFilters },
  dimension: SplitDimension,
  value: string,
): { readonly engines: readonly string[]; readonly filters: BrandFilters } {
  return dimension === 'engine'
    ? { engines: [value], filters }
    : { engines, filters: { ...filters, [filterOf[dimension]]: [value] } }
}

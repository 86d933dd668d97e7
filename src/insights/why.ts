import {
  type AnalysisScope,
  type AnalyticsApi,
  COMPETITOR_TYPES,
  FUNNEL_STAGES,
  KEYWORD_TYPES,
} from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { withTimeout } from '../lib/timeout.ts'
import type {
  BrandFilters,
  BrandStanding,
  ChangeReasons,
  ChangeSplit,
  Section,
  SplitDimension,
  SplitPart,
  VisibilityReport,
} from '../model/reports.ts'
import { readBrands } from './brands/read-brands.ts'
import { standingsOf } from './ranking.ts'
import { fewAtOnce, section } from './section.ts'
import { splitOf } from './split.ts'
import { type VisibilityQuestion, visibilityReport } from './visibility.ts'

type PartsApi = Pick<AnalyticsApi, 'allBrands' | 'insightsFilters'>

/** Extra requests that an answer may make when nobody asked for reasons. */
const MAX_REQUESTS = 12

/** The longest that an answer waits for its reasons. */
const WAIT_MS = 5_000

/**
 * The report, with the reasons for its headline's change if that is news. Concurrent calls for the same report share
 * the extra requests. If these fail or take too long, the report comes without reasons.
 * @throws {ApiError} when the brands can't be read
 */
export async function explainedReport(
  api: PartsApi & Parameters<typeof visibilityReport>[0],
  clock: Clock,
  question: VisibilityQuestion,
): Promise<VisibilityReport> {
  const report = await visibilityReport(api, question)
  const of = newsOf(report)
  if (of === null) return report
  const explained = explain(report, { api, scope: question.scope, of })
  return (await withTimeout(clock, WAIT_MS, () => explained)) ?? report
}

interface Explaining {
  readonly api: PartsApi
  readonly scope: AnalysisScope
  readonly of: BrandStanding
}

const explanations = memoizeFor<VisibilityReport, Promise<VisibilityReport>>()

const explain = singleFlight(
  () => '',
  (report: VisibilityReport, { api, scope, of }: Explaining) =>
    explanations(report, '', async () => {
      try {
        const why = await changeReasons(api, scope, report, of, { maxRequests: MAX_REQUESTS })
        if (report.headline.kind === 'data_gap') return withinGap(report, why)
        return why.splits.length === 0 ? report : { ...report, why }
      } catch {
        return report
      }
    }),
)

/** With missing data, only a change that is news at an equal mix of engines is reported. */
function withinGap(report: VisibilityReport, { splits }: ChangeReasons): VisibilityReport {
  const within = splits.find(({ dimension }) => dimension === 'engine')?.within
  if (!within?.beyondChance || report.headline.kind !== 'data_gap') return report
  return { ...report, headline: { ...report.headline, within: within.change } }
}

/**
 * The brand whose change is the headline, or would be without a gap; `null`: there is none, or its change isn't news.
 */
function newsOf({ headline, own }: VisibilityReport): BrandStanding | null {
  if (headline.kind === 'data_gap') {
    return headline.own.visibility.beyondChance ? headline.own : null
  }
  const subject = subjectOf(headline, own)
  // Without sample sizes there is nothing to split by.
  return subject?.visibility.isNews && subject.visibility.beyondChance ? subject : null
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
 * What a brand's change comes from: by engine, funnel stage and keyword type, and by site type if requests are
 * unlimited. A dimension is omitted if the remaining requests don't suffice for it, or if the question is limited to
 * one of its values.
 * @param how.maxRequests the maximum number of requests; `how` is `null`: no limit
 */
export async function changeReasons(
  api: PartsApi,
  scope: AnalysisScope,
  report: VisibilityReport,
  of: BrandStanding,
  how: { readonly maxRequests: number } | null = null,
): Promise<ChangeReasons> {
  const { dimensions, asked } = await dimensionsOf(api, scope, report)
  // A running period takes a second request for the days that it is compared with.
  const each = report.period.soFar === undefined ? 1 : 2
  let requestsLeft = (how?.maxRequests ?? Number.POSITIVE_INFINITY) - asked
  const affordable = dimensions.filter(({ dimension, values }) => {
    const cost = each * values.length
    const fits = values.length > 1 && cost <= requestsLeft && (how === null || dimension !== 'siteType')
    if (fits) requestsLeft -= cost
    return fits
  })
  const requests = affordable.flatMap(({ dimension, values }) =>
    values.map((value) => ({ dimension, value })),
  )
  const read = await fewAtOnce(requests, async ({ dimension, value }) => ({
    dimension,
    part: await section(value, readPart(api, scope, report, of, { dimension, value }), undefined),
  }))
  const splits: ChangeSplit[] = []
  const unsplit: ChangeReasons['unsplit'][number][] = []
  for (const { dimension } of affordable) {
    const parts = read.filter((one) => one.dimension === dimension).map(({ part }) => part)
    const isRead = parts.every(({ ok }) => ok)
    const split = isRead ? splitOf(dimension, of, dataOf(parts)) : null
    if (split !== null) splits.push(split)
    else unsplit.push({ dimension, reason: isRead ? 'no_sum' : 'unread' })
  }
  return { of, splits, unsplit }
}

interface DimensionValues {
  readonly dimension: SplitDimension
  readonly values: readonly string[]
}

/** The dimensions that the question can be split by, and how many requests it took to find them. */
async function dimensionsOf(
  api: Pick<PartsApi, 'insightsFilters'>,
  scope: AnalysisScope,
  { engines, filters }: VisibilityReport,
): Promise<{ readonly dimensions: readonly DimensionValues[]; readonly asked: number }> {
  const isAll = engines.length === 0
  const names = isAll ? (await api.insightsFilters(scope)).sources.map(String) : engines
  const among = (chosen: readonly string[], all: readonly string[]) => (chosen.length > 0 ? chosen : all)
  return {
    dimensions: [
      { dimension: 'engine', values: [...new Set(names)] },
      { dimension: 'funnelStage', values: among(filters.funnelStages, FUNNEL_STAGES) },
      { dimension: 'keywordType', values: among(filters.keywordTypes, KEYWORD_TYPES) },
      { dimension: 'siteType', values: among(filters.competitorTypes, COMPETITOR_TYPES) },
    ],
    asked: isAll ? 1 : 0,
  }
}

/** @returns `null` if the service doesn't list the brand */
async function readPart(
  api: Pick<PartsApi, 'allBrands'>,
  scope: AnalysisScope,
  { period, engines, filters }: VisibilityReport,
  { brand }: BrandStanding,
  { dimension, value }: { readonly dimension: SplitDimension; readonly value: string },
): Promise<Omit<SplitPart, 'contribution' | 'isCause'> | null> {
  const query = partQuery({ engines, filters }, dimension, value)
  const question = { scope, ...query, brands: [brand], maxBrands: 100 }
  // The report has already decided which day of a running period is its last.
  const { rows } = await readBrands(api, question, period, Promise.resolve(null), undefined)
  const standing = standingsOf(rows).find((standing) => standing.brand === brand)
  return standing === undefined
    ? null
    : { part: value, visibility: standing.visibility, answers: standing.answers }
}

/** The question limited to one value of a dimension. */
export function partQuery(
  { engines, filters }: { readonly engines: readonly string[]; readonly filters: BrandFilters },
  dimension: SplitDimension,
  value: string,
): { readonly engines: readonly string[]; readonly filters: BrandFilters } {
  switch (dimension) {
    case 'engine':
      return { engines: [value], filters }
    case 'funnelStage':
      return { engines, filters: { ...filters, funnelStages: [value] } }
    case 'keywordType':
      return { engines, filters: { ...filters, keywordTypes: [value] } }
    case 'siteType':
      return { engines, filters: { ...filters, competitorTypes: [value] } }
  }
}

function dataOf<T>(parts: readonly Section<T | null>[]): readonly T[] {
  return parts.flatMap((part) => (part.ok && part.data !== null ? [part.data] : []))
}

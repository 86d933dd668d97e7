/** What answers can be split by, and the brands in one part of them. */
import { type AnalyticsApi, COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES } from '../api/index.ts'
import type { BrandFilters, BrandStanding, SplitDimension } from '../model/reports.ts'
import { readBrands } from './brands.ts'
import { type Market, ofWeek, storedRows } from './market.ts'
import { standingsOf } from './ranking.ts'
import type { VisibilityQuestion } from './visibility.ts'

export interface Part {
  readonly dimension: SplitDimension
  readonly value: string
}

type Dimensions = readonly { readonly dimension: SplitDimension; readonly values: readonly string[] }[]

export const dimensionsOf = (engines: readonly string[]): Dimensions => [
  { dimension: 'engine', values: [...new Set(engines)] },
  { dimension: 'funnelStage', values: FUNNEL_STAGES },
  { dimension: 'keywordType', values: KEYWORD_TYPES },
  { dimension: 'siteType', values: COMPETITOR_TYPES },
]

export const partsOf = (dimensions: Dimensions): readonly Part[] =>
  dimensions.flatMap(({ dimension, values }) => values.map((value) => ({ dimension, value })))

export const filterOf = {
  funnelStage: 'funnelStages',
  keywordType: 'keywordTypes',
  siteType: 'competitorTypes',
} as const

export interface SplitQuestion extends Pick<VisibilityQuestion, 'scope' | 'period' | 'engines'> {
  readonly filters: BrandFilters
  /** The weeks up to the period's end; `null`: none is known. */
  readonly market: Market | null
}

/** From the stored weeks, or where they don't have all of it from the service. @param brands default: the best hundred */
export async function brandsOfPart(
  api: Pick<AnalyticsApi, 'allBrands'>,
  { scope, period, engines, filters, market }: SplitQuestion,
  { dimension, value }: Part,
  brands?: readonly string[],
): Promise<{ readonly standings: readonly BrandStanding[]; readonly leftOut: number }> {
  const week = dimension === 'engine' ? ofWeek(market, { period }) : null
  const stored = week && storedRows(week.stored, value)
  if (stored?.every((row) => row.presence_rate_total.prev_value !== null))
    return { standings: standingsOf(stored), leftOut: 0 }
  const narrowed =
    dimension === 'engine'
      ? { engines: [value], filters }
      : { engines, filters: { ...filters, [filterOf[dimension]]: [value] } }
  const question = { scope, ...narrowed, maxBrands: 100, ...(brands && { brands }) }
  // The report has already decided which day of a running period is its last.
  const { rows, leftOut } = await readBrands(api, question, period, Promise.resolve(null))
  return { standings: standingsOf(rows), leftOut }
}

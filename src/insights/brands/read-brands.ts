import {
  type AnalysisScope,
  type AnalyticsApi,
  type BrandRow,
  type BrandsQuery,
  brandMetrics,
  type Metric,
} from '../../api/index.ts'
import { memoizeFor } from '../../lib/cache.ts'
import { noFilters } from '../../model/filters.ts'
import { isCalendarPeriod, sameDaysBefore } from '../../model/period.ts'
import type { BrandFilters, ImpossibleValue, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import type { Collected } from '../collected.ts'
import { section } from '../section.ts'

export interface BrandQuestion {
  readonly scope: AnalysisScope
  readonly engines: readonly string[]
  readonly filters?: BrandFilters
  /** Only these brands' rows, named exactly; default: all. */
  readonly brands?: readonly string[]
  readonly maxBrands: number
}

/** The brands of one period, with their values in the days that it is compared with. */
export interface BrandReading extends Pick<VisibilityReport, 'period' | 'impossible' | 'comparedWith'> {
  readonly rows: readonly BrandRow[]
  readonly leftOut: number
}

/**
 * Reads the brands of a period. The service compares a running week with the whole previous week, so for a running
 * period a second request reads only the same days of the previous period; their values become the previous ones. If
 * that request fails, nothing is compared.
 * @throws {ApiError} when the period itself can't be read
 */
export async function readBrands(
  api: Pick<AnalyticsApi, 'allBrands'>,
  { scope, engines, filters, brands, maxBrands }: BrandQuestion,
  requested: ReportPeriod,
  collects: Promise<Collected | null>,
): Promise<BrandReading> {
  const read = async (of: ReportPeriod) => {
    const query = brandQuery(of, engines, filters)
    const named = brands === undefined ? query : { ...query, brands }
    const { rows, cut } = await api.allBrands(scope, named, maxBrands)
    return { ...plausible(rows), leftOut: cut }
  }
  if (requested.soFar === undefined) {
    const now = await read(requested)
    return { ...now, period: requested, comparedWith: comparedDays(now.rows, requested) }
  }
  const [now, collected] = await Promise.all([read(requested), collects])
  const period = { ...requested, soFar: lastDayCounted(requested, requested.soFar, collected) }
  if (period.soFar === period.end) return { ...now, period, comparedWith: comparedDays(now.rows, period) }
  const before = await section('', read(sameDaysBefore(period)))
  const rows = withPrevious(now.rows, before.ok ? before.data.rows : nothing)
  const then = before.ok ? before.data.impossible : []
  const impossible = [
    ...now.impossible.filter(({ isPrevious }) => !isPrevious),
    ...then.flatMap((one) => (one.isPrevious ? [] : [{ ...one, isPrevious: true }])),
  ]
  return { period, rows, leftOut: now.leftOut, impossible, comparedWith: comparedDays(rows, period) }
}

/** Whether any answer was looked at, as far as the service tells, or any brand was seen. */
export function wasCollected(rows: readonly BrandRow[]): boolean {
  return rows.some((row) =>
    [row.presence_rate_total, row.visibility_score, row.total_mentions].some(({ value }) => value),
  )
}

/** Today counts once it has been collected; otherwise one side would have an incomplete day. */
function lastDayCounted(period: ReportPeriod, today: string, collected: Collected | null): string {
  const isCollected = collected === null || collected.days.some(({ date }) => date === today)
  if (isCollected || today <= period.start) return today
  return Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
}

function comparedDays(rows: readonly BrandRow[], period: ReportPeriod): ReportPeriod | null {
  return rows.some((row) => brandMetrics.some((name) => row[name].prev_value !== null))
    ? sameDaysBefore(period)
    : null
}

const nothing: readonly BrandRow[] = []
// Returns the same rows object each time, because ranks, report and blocks of a running period are memoized by it.
// Without this, 1,000 digests of one period take 31 % more processor time (docs/performance.md).
type Paired = ReturnType<typeof memoizeFor<readonly BrandRow[], readonly BrandRow[]>>
const paired = memoizeFor<readonly BrandRow[], Paired>()

/** The rows with the values in `before` as previous values; a brand that isn't there has none. */
function withPrevious(rows: readonly BrandRow[], before: readonly BrandRow[]): readonly BrandRow[] {
  return paired(rows, '', memoizeFor<readonly BrandRow[], readonly BrandRow[]>)(before, '', () => {
    const byBrand = new Map(before.map((row) => [row.brand, row]))
    return rows.map((row) => {
      const then = byBrand.get(row.brand)
      const metrics = brandMetrics.map((name): [string, Metric] => [
        name,
        { ...row[name], prev_value: then?.[name].value ?? null },
      ])
      return { ...row, ...Object.fromEntries(metrics) }
    })
  })
}

type Plausible = Pick<BrandReading, 'rows' | 'impossible'>

const checked = memoizeFor<readonly BrandRow[], Plausible>()

/**
 * The rows without impossible values: scores and presence lie between 0 and 100; counts and ranks are not negative. An
 * impossible value becomes `null`, so that it affects no rank, change or headline, and `impossible` lists it.
 */
export function plausible(rows: readonly BrandRow[]): Plausible {
  return checked(rows, '', () => {
    const wrong = rows.flatMap((row) =>
      limits.flatMap(({ name, metric, most }) =>
        sides.flatMap((side) => {
          const value = row[name][side]
          return value === null || (value >= 0 && value <= most) ? [] : [{ row, name, metric, side, value }]
        }),
      ),
    )
    const impossible = wrong.flatMap(({ row: { brand }, metric, side, value }) =>
      metric === null ? [] : [{ brand, metric, value, isPrevious: side === 'prev_value' }],
    )
    const clean = (row: BrandRow) =>
      wrong
        .filter((one) => one.row === row)
        .reduce((left, { name, side }) => Object.assign(left, { [name]: { ...left[name], [side]: null } }), {
          ...row,
        })
    return { rows: wrong.length === 0 ? rows : rows.map(clean), impossible }
  })
}

const sides = ['value', 'prev_value'] as const
type MetricName = Exclude<keyof BrandRow, 'brand' | 'is_my_brand'>

/** A little above 100 is rounding. */
const percent = 100 + 1e-6
const count = Number.MAX_SAFE_INTEGER
const limits: readonly {
  readonly name: MetricName
  /** `null`: it is never shown. */
  readonly metric: ImpossibleValue['metric'] | null
  readonly most: number
}[] = [
  { name: 'visibility_score', metric: 'visibility', most: percent },
  { name: 'presence_rate', metric: 'presence', most: percent },
  { name: 'total_mentions', metric: 'mentions', most: count },
  { name: 'avg_ranking', metric: 'averageRanking', most: count },
  { name: 'presence_rate_total', metric: null, most: count },
  { name: 'presence_rate_occurrences', metric: null, most: count },
]

/**
 * The query for all brands of a period (specification, part 4.4), best visibility first. Only a custom range sends
 * its end: by default the service uses the end of the period that contains the start.
 */
export function brandQuery(
  period: ReportPeriod,
  engines: readonly string[],
  filters: BrandFilters = noFilters,
): BrandsQuery {
  return {
    date_start: period.start,
    ...(isCalendarPeriod(period) ? {} : { date_end: period.end }),
    period: period.unit,
    ...(engines.length > 0 ? { sources: engines } : {}),
    ...narrowing(filters),
    sort_column: 'visibility_score',
    sort_direction: 'desc',
  }
}

function narrowing(filters: BrandFilters): Partial<BrandsQuery> {
  const lists = {
    competitor_types: filters.competitorTypes,
    keyword_type: filters.keywordTypes,
    funnel_stages: filters.funnelStages,
    persona_ids: filters.personas,
    topic_ids: filters.topics,
    thematics: filters.thematics,
    strength_ids: filters.strengths,
    weakness_ids: filters.weaknesses,
  }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    // The meaning of `false` is unspecified, so it is never sent.
    ...(filters.neutralsOnly ? { get_neutrals: true } : {}),
    ...(filters.search === null ? {} : { search_query: filters.search }),
  }
}

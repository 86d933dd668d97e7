import {
  type AnalysisScope,
  type AnalyticsApi,
  type BrandRow,
  brandMetrics,
  type Metric,
} from '../../api/index.ts'
import { memoizeFor } from '../../lib/cache.ts'
import { sameDaysBefore } from '../../model/period.ts'
import type { BrandFilters, ImpossibleValue, ReportPeriod } from '../../model/reports.ts'
import type { Collected } from '../collected.ts'
import { section } from '../section.ts'
import { brandQuery } from './brand-query.ts'
import { plausible } from './plausible.ts'

export interface BrandQuestion {
  readonly scope: AnalysisScope
  readonly engines: readonly string[]
  readonly filters?: BrandFilters
  /** Only these brands' rows, named exactly; default: all. */
  readonly brands?: readonly string[]
  /** Maximum brands to read, best visibility first. */
  readonly maxBrands: number
}

/** The brands of one period, with their values in the days that it is compared with. */
export interface BrandReading {
  /** The requested period; for a running one, `soFar` is the last day that counts. */
  readonly period: ReportPeriod
  readonly rows: readonly BrandRow[]
  /** Impossible values that were omitted. */
  readonly impossible: readonly ImpossibleValue[]
  /** The number of brands that were not read. */
  readonly leftOut: number
  /** `null`: no brand has a previous value. */
  readonly comparedWith: ReportPeriod | null
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
    const { rows, cut } = await api.allBrands(scope, named, { limit: maxBrands })
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

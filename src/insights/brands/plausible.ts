import type { BrandRow, Metric } from '../../api/index.ts'
import { memoizeFor } from '../../lib/cache.ts'
import type { ImpossibleValue } from '../../model/reports.ts'

interface Plausible {
  readonly rows: readonly BrandRow[]
  readonly impossible: readonly ImpossibleValue[]
}

const checked = memoizeFor<readonly BrandRow[], Plausible>()

/**
 * The rows without impossible values: scores and presence lie between 0 and 100; counts and ranks are not negative. An
 * impossible value becomes `null`, so that it affects no rank, change or headline, and `impossible` lists it.
 */
export function plausible(rows: readonly BrandRow[]): Plausible {
  return checked(rows, '', () => {
    const impossible: ImpossibleValue[] = []
    const plausibleRows = rows.map((row) => {
      const wrong = limits.flatMap(({ name, metric, most }) =>
        (['value', 'prev_value'] as const).flatMap((side): { name: MetricName; side: typeof side }[] => {
          const value = row[name][side]
          if (value === null || (value >= 0 && value <= most)) return []
          if (metric !== null)
            impossible.push({ brand: row.brand, metric, value, isPrevious: side === 'prev_value' })
          return [{ name, side }]
        }),
      )
      if (wrong.length === 0) return row
      const clean = (name: MetricName): Metric => {
        const sides = wrong.filter((one) => one.name === name).map(({ side }) => side)
        return { ...row[name], ...Object.fromEntries(sides.map((side) => [side, null])) }
      }
      return { ...row, ...Object.fromEntries(limits.map(({ name }) => [name, clean(name)])) }
    })
    return {
      rows:
        impossible.length === 0 && plausibleRows.every((row, at) => row === rows[at]) ? rows : plausibleRows,
      impossible,
    }
  })
}

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

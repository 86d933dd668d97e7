import type { BrandRow } from '../../api/index.ts'
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

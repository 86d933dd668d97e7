import type { BrandStanding, MetricName } from '../../model/reports.ts'

/** How far a brand is ahead of another one; negative: behind. `null`: a value is missing. */
export interface Gap {
  readonly now: number | null
  readonly before: number | null
}

/** Lower is better only for the average ranking. */
export function gapBetween(first: BrandStanding, second: BrandStanding, metric: MetricName): Gap {
  const sign = metric === 'averageRanking' ? -1 : 1
  const [one, other] = [first[metric], second[metric]]
  const difference = (a: number | null, b: number | null) =>
    a === null || b === null ? null : sign * (a - b) + 0
  return {
    now: difference(one.value, other.value),
    before: difference(one.previous, other.previous),
  }
}

import type { BrandStanding, MetricName } from '../../model/reports.ts'
import { isAhead, risks } from '../significance.ts'

/** How far a brand is ahead of another one; negative: behind. `null`: a value is missing. */
export interface Gap {
  readonly now: number | null
  readonly before: number | null
  /** The sample can't tell which of them is ahead. */
  readonly isTooClose: boolean
}

/** Lower is better only for the average ranking. */
export function gapBetween(first: BrandStanding, second: BrandStanding, metric: MetricName): Gap {
  const sign = metric === 'averageRanking' ? -1 : 1
  const [one, other] = [first[metric], second[metric]]
  const difference = (a: number | null, b: number | null) =>
    a === null || b === null ? null : sign * (a - b) + 0
  const leads = (a: number | null, b: number | null) => isAhead(a, b, first.answers.now, risks.place)
  return {
    now: difference(one.value, other.value),
    before: difference(one.previous, other.previous),
    isTooClose:
      metric === 'visibility' &&
      leads(one.value, other.value) === false &&
      leads(other.value, one.value) === false,
  }
}

import type { Metric } from '../api/index.ts'
import type { MetricChange } from '../model/reports.ts'

/** Which direction is better: lower for `avg_ranking`, higher for all others. */
type Direction = 'higher' | 'lower'

/**
 * The change of a metric, in its own unit. Missing or non-finite values become `null`, never zero. A change that rounds
 * to zero at the displayed decimal (the second one for fractions) has the verdict `same`.
 */
export function metricChange(metric: Metric, direction: Direction, isFraction = false): MetricChange {
  const value = finite(metric.value)
  const previous = finite(metric.prev_value)
  const delta = value === null || previous === null ? null : finite(value - previous)
  const verdict = verdictOf(value, previous, delta, { direction, isFraction })
  const change = { value, previous, unit: metric.unit, delta, verdict }
  return isFraction ? { ...change, isFraction } : change
}

function verdictOf(
  value: number | null,
  previous: number | null,
  delta: number | null,
  { direction, isFraction }: { readonly direction: Direction; readonly isFraction: boolean },
): MetricChange['verdict'] {
  if (value === null) return 'unknown'
  if (previous === null) return 'new'
  if (delta === null) return 'unknown'
  if (isNothing(isFraction ? 10 * delta : delta)) return 'same'
  return delta > 0 === (direction === 'higher') ? 'better' : 'worse'
}

/** Whether a difference rounds to zero at one decimal. */
export function isNothing(difference: number): boolean {
  return Math.abs(difference) < 0.05
}

/** Removes binary rounding noise (0.30000000000000004); `null` for non-finite numbers. */
export function finite(number: number | null): number | null {
  if (number === null || !Number.isFinite(number)) return null
  // Beyond a billion there are no six decimals to round. Adding 0 turns -0 into 0.
  return (Math.abs(number) < 1e9 ? Math.round(number * 1e6) / 1e6 : number) + 0
}

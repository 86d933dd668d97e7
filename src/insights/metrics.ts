import type { Metric } from '../api/index.ts'
import type { MetricChange } from '../model/reports.ts'

/** Which way is good: `avg_ranking` is better when lower, all others when higher. */
type Direction = 'higher' | 'lower'

/**
 * The change of a metric, in its own unit. What is missing, or is no finite number, becomes `null`, never a zero. A
 * change that rounds to nothing at one decimal, which is what people are shown, has the verdict `same`.
 */
export function metricChange(metric: Metric, direction: Direction): MetricChange {
  const value = finite(metric.value)
  const previous = finite(metric.prev_value)
  const delta = value === null || previous === null ? null : finite(value - previous)
  return { value, previous, unit: metric.unit, delta, verdict: verdictOf(value, previous, delta, direction) }
}

function verdictOf(
  value: number | null,
  previous: number | null,
  delta: number | null,
  direction: Direction,
): MetricChange['verdict'] {
  if (value === null) return 'unknown'
  if (previous === null) return 'new'
  if (delta === null) return 'unknown'
  if (isNothing(delta)) return 'same'
  return delta > 0 === (direction === 'higher') ? 'better' : 'worse'
}

/** Whether a difference disappears at one decimal. */
export function isNothing(difference: number): boolean {
  return Math.abs(difference) < 0.05
}

/** Takes off the rounding noise of binary fractions (0.30000000000000004); `null` for what is not a finite number. */
export function finite(number: number | null): number | null {
  if (number === null || !Number.isFinite(number)) return null
  // Beyond a billion there is no sixth decimal left to take off. Adding 0 turns -0 into 0.
  return (Math.abs(number) < 1e9 ? Math.round(number * 1e6) / 1e6 : number) + 0
}

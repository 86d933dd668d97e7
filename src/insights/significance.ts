/**
 * Whether a difference is larger than chance explains, given its sample, and the margin of a figure. Pure.
 *
 * A visibility score is a mean over answers of something between 0 and 100, so its variance is at most `p(1 − p) / n`,
 * with `p` the score as a share of 100 and `n` the number of answers. For presence, a share of answers, this is the
 * exact variance. Differences are therefore tested like the difference of two shares, with the pooled share (the
 * hypothesis "no change") and a continuity correction; for scores this errs on the careful side.
 */
import type { ToldChange } from '../model/change.ts'
import type { BrandStanding, MetricChange, ReportPeriod, SampleSizes, Within } from '../model/reports.ts'
import { probabilityAhead } from './reading/index.ts'
import type { Level } from './reading/model.ts'
import { pointsOf } from './reading/numbers.ts'
import { logOddsOf, scoreOf } from './reading/weeks.ts'

/**
 * Where a brand is as far as one figure's sample tells, for periods that aren't weeks, or whose weeks aren't known; `null`:
 * the score or its sample is unknown.
 */
export function sampledLevel(score: number | null, answers: number | null): Level | null {
  const share = shareOf(score)
  if (share === null || !isSample(answers)) return null
  const logOdds = logOddsOf(share, answers)
  const p = scoreOf(logOdds) / 100
  const error = 1 / Math.sqrt(answers * p * (1 - p))
  return { logOdds, error, ...pointsOf(logOdds, error, scoreOf) }
}

/** A brand's change since the period before, if its samples alone don't explain it at a two-sided risk. */
export function changeBeyondSampling(
  { visibility, answers }: Pick<BrandStanding, 'visibility' | 'answers'>,
  { start }: ReportPeriod,
  risk: number,
): ToldChange | null {
  const now = sampledLevel(visibility.value, answers.now)
  const before = sampledLevel(visibility.previous, answers.before)
  if (now === null || before === null || visibility.isFraction || visibility.verdict === 'same') return null
  const better = probabilityAhead(now, before)
  if (2 * Math.min(better, 1 - better) > risk) return null
  const direction = better > 0.5 ? 1 : -1
  return { kind: 'step', direction, points: visibility.delta ?? 0, from: start, again: false }
}

/**
 * The chance that a week without any change is called news anyway, divided among the kinds of news. The total stays
 * below 5 %: `npm run bench -- headlines` measures it.
 */
export const risks = {
  /** The own brand's score or presence. */
  own: 0.02,
  /** All rivals together: each is tested at this risk divided by their number. */
  rivals: 0.03,
  /** The own brand on all engines together. */
  engines: 0.01,
} as const

/** Half the width of the 95 % interval of a figure, in points; `null` if the sample is unknown. */
export function margin(value: number | null, answers: number | null): number | null {
  const share = shareOf(value)
  if (share === null || !isSample(answers)) return null
  // Agresti and Coull: two imaginary answers of each kind, so that 0 % isn't certain.
  const adjusted = (share * answers + 2) / (answers + 4)
  return 100 * 1.96 * Math.sqrt((adjusted * (1 - adjusted)) / (answers + 4))
}

/** An upper bound of a score's standard error, in points; `null` if the sample is unknown. */
export function standardError(value: number | null, answers: number | null): number | null {
  const share = shareOf(value)
  return share === null || !isSample(answers) ? null : 100 * Math.sqrt((share * (1 - share)) / answers)
}

/**
 * Whether two percentages differ by more than chance, at a two-sided risk; `null` if a value or a sample is unknown.
 */
export function isBeyondChance(
  { value, previous }: Pick<MetricChange, 'value' | 'previous'>,
  answers: SampleSizes,
  risk: number,
): boolean | null {
  const z = deviation({ value, previous }, answers)
  return z === null ? null : Math.abs(z) > criticalValue(risk / 2)
}

/** A change as far as its samples tell, in points; `null`: a value or a sample is unknown. */
export function changeInterval(
  { value, previous, delta }: Pick<MetricChange, 'value' | 'previous' | 'delta'>,
  { now, before }: SampleSizes,
): Within | null {
  const [after, earlier] = [margin(value, now), margin(previous, before)]
  if (after === null || earlier === null || delta === null) return null
  const both = Math.hypot(after, earlier)
  return { points: delta, interval: [delta - both, delta + both], isNews: false }
}

/** The smallest change from a previous percentage that is beyond chance, in points; `null` if unknown. */
export function detectableChange(previous: number | null, answers: SampleSizes, risk: number): number | null {
  const share = shareOf(previous)
  if (share === null || !isSample(answers.now) || !isSample(answers.before)) return null
  const variance = share * (1 - share) * (1 / answers.now + 1 / answers.before)
  return 100 * criticalValue(risk / 2) * Math.sqrt(variance)
}

/**
 * The difference of two percentages in standard errors, positive for a rise, after the continuity correction; `null` if
 * a value or a sample is unknown.
 */
export function deviation(
  { value, previous }: Pick<MetricChange, 'value' | 'previous'>,
  { now, before }: SampleSizes,
): number | null {
  const [after, earlier] = [shareOf(value), shareOf(previous)]
  if (after === null || earlier === null || !isSample(now) || !isSample(before)) return null
  const pooled = (after * now + earlier * before) / (now + before)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now + 1 / before))
  const difference = corrected(after - earlier, (1 / now + 1 / before) / 2)
  return difference === 0 ? 0 : difference / error
}

/**
 * Whether the first of two brands is ahead of the second by more than chance, at a one-sided risk; `null` if a value or
 * the sample is unknown. Both are scored on the same answers, so their scores may be negatively correlated: in the
 * worst case no answer names both.
 */
export function isAhead(
  first: number | null,
  second: number | null,
  answers: number | null,
  risk: number,
): boolean | null {
  const [a, b] = [shareOf(first), shareOf(second)]
  if (a === null || b === null || !isSample(answers)) return null
  const difference = corrected(a - b, 1 / answers)
  return difference > 0 && difference / Math.sqrt((a + b) / answers) > criticalValue(risk)
}

/**
 * The standard normal deviate that is exceeded with this probability: `criticalValue(0.025)` is 1.96. Uses Acklam's
 * rational approximation, with a relative error below 1.2e-9.
 */
export function criticalValue(probability: number): number {
  if (!(probability > 0 && probability < 1))
    throw new RangeError(`the probability must be between 0 and 1: ${probability}`)
  if (probability > 0.5) return -criticalValue(1 - probability)
  if (probability < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(probability))
    return -polynomial(tail.above, q) / polynomial(tail.below, q)
  }
  const q = 0.5 - probability
  return (polynomial(centre.above, q * q) * q) / polynomial(centre.below, q * q)
}

const tail = {
  above: [
    -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  below: [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
}
const centre = {
  above: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  below: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ],
}

/** The value of a polynomial at `x`; its coefficients start with the highest power. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}

/** Shrinks a difference by half a step of the sample, never beyond zero. */
function corrected(difference: number, step: number): number {
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - step)
}

/** A percentage as a share from 0 to 1; `null` if it isn't between 0 and 100. */
export function shareOf(percentage: number | null): number | null {
  return percentage !== null && percentage >= 0 && percentage <= 100 ? percentage / 100 : null
}

export function isSample(answers: number | null): answers is number {
  return answers !== null && Number.isFinite(answers) && answers >= 1
}

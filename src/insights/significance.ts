/**
 * What a sample can carry: whether a difference is larger than chance explains, and the margin of a figure. Pure.
 *
 * A visibility score is a mean over answers of something between 0 and 100, so its variance is at most `p(1 − p) / n`,
 * with `p` the score as a share of 100 and `n` the number of answers. For presence, a share of answers, that is the
 * variance itself. The differences are therefore tested like the difference of two shares, with the share under the
 * hypothesis "no change" and a continuity correction; for scores that errs on the careful side.
 */
import type { MetricChange, SampleSizes } from '../model/reports.ts'

/**
 * The chance that a week without any change is called news anyway, divided among the kinds of news. Their sum stays
 * below 5 %: `npm run bench -- headlines` measures it.
 */
export const risks = {
  /** The own brand's score or presence. */
  own: 0.01,
  /** All rivals together: each is tested at this risk divided by their number. */
  rivals: 0.015,
  /** Each side of an overtake: being ahead before, and behind now. One-sided. */
  place: 0.025,
  /** An alert: a fall of the own score, or a place lost. One-sided; seven looks a week share the same days. */
  alert: 0.005,
  /** The own brand on all engines together. */
  engines: 0.01,
  /** A trend over weeks. */
  trend: 0.005,
} as const

/** Half the width of the 95 % interval of a figure, in points; `null` if the sample is unknown. */
export function margin(value: number | null, answers: number | null): number | null {
  const share = shareOf(value)
  if (share === null || !isSample(answers)) return null
  // Agresti and Coull: two imaginary answers of each kind, so that 0 % isn't certain.
  const adjusted = (share * answers + 2) / (answers + 4)
  return 100 * 1.96 * Math.sqrt((adjusted * (1 - adjusted)) / (answers + 4))
}

/** The standard error of a score at most, in points; `null` if the sample is unknown. */
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

/** The smallest change from a previous percentage that would be beyond chance, in points; `null` if unknown. */
export function detectableChange(previous: number | null, answers: SampleSizes, risk: number): number | null {
  const share = shareOf(previous)
  if (share === null || !isSample(answers.now) || !isSample(answers.before)) return null
  const variance = share * (1 - share) * (1 / answers.now + 1 / answers.before)
  return 100 * criticalValue(risk / 2) * Math.sqrt(variance)
}

/**
 * How many standard errors lie between two percentages, positive for a rise, after the continuity correction; `null`
 * if a value or a sample is unknown.
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
 * the sample is unknown. Both are scored on the same answers, so their scores may move against each other: at worst no
 * answer names both.
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

/** The standard normal deviate that is exceeded with this probability: `criticalValue(0.025)` is 1.96. */
export function criticalValue(probability: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError(`no probability: ${probability}`)
  if (probability > 0.5) return -criticalValue(1 - probability)
  // The tail is strictly falling: bisection to the last bits.
  let [low, high] = [0, 40]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (upperTail(middle) > probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The probability that a standard normal exceeds `z`, for `z` of 0 or more. */
function upperTail(z: number): number {
  if (z < 3) {
    // The series of the normal distribution's integral.
    let [term, sum] = [z, z]
    for (let k = 1; Math.abs(term) > 1e-17; k += 1) {
      term *= (-z * z) / (2 * k)
      sum += term / (2 * k + 1)
    }
    return 0.5 - sum / Math.sqrt(2 * Math.PI)
  }
  // Its continued fraction.
  let fraction = z
  for (let k = 80; k > 0; k -= 1) fraction = z + k / fraction
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / fraction
}

/** Shrinks a difference by half a step of the sample, never beyond zero. */
function corrected(difference: number, step: number): number {
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - step)
}

function shareOf(percentage: number | null): number | null {
  return percentage !== null && percentage >= 0 && percentage <= 100 ? percentage / 100 : null
}

function isSample(answers: number | null): answers is number {
  return answers !== null && Number.isFinite(answers) && answers >= 1
}

/**
 * What the sample of one figure tells, for periods that aren't weeks, or whose weeks aren't known. Pure.
 *
 * A visibility score is a mean over answers of something between 0 and 100, so its variance is at most `p(1 − p) / n`, with
 * `p` the score as a share of 100 and `n` the number of answers. For presence, a share of answers, this is exact.
 */
import type { BrandStanding, MetricChange, SampleSizes, Within } from '../model/reports.ts'
import { isNothing } from './metrics.ts'
import { probabilityAhead, type Standing, standingOf } from './reading/index.ts'
import type { Level } from './reading/model.ts'
import { pointsOf } from './reading/numbers.ts'
import { logOddsOf, scoreOf } from './reading/weeks.ts'

/** The chance that a period without any change is called news anyway, divided among the kinds of news. */
export const risks = {
  /** The own brand's score or presence. */
  own: 0.02,
  /** All rivals together: each is tested at this risk divided by their number. */
  rivals: 0.03,
  /** The own brand on all engines together. */
  engines: 0.01,
} as const

/** The standard errors that chance exceeds, in either direction, with `risks.own`, and those of a margin. */
const OWN_ERRORS = 2.33
const MARGIN_ERRORS = 1.96

/** Where a brand is as far as one figure's sample tells; `null`: the score or its sample is unknown. */
export function sampledLevel(score: number | null, answers: number | null): Level | null {
  if (score === null || !(score >= 0 && score <= 100)) return null
  if (answers === null || !Number.isFinite(answers) || answers < 1) return null
  const logOdds = logOddsOf(score / 100, answers)
  const p = scoreOf(logOdds) / 100
  const error = 1 / Math.sqrt(answers * p * (1 - p))
  return { logOdds, error, ...pointsOf(logOdds, error, scoreOf) }
}

/** Whether samples alone don't explain a change, at a two-sided risk; `null`: a value or a sample is unknown. */
export function isBeyondSampling(
  { value, previous }: Pick<MetricChange, 'value' | 'previous'>,
  answers: SampleSizes,
  risk: number,
): boolean | null {
  const [now, before] = [sampledLevel(value, answers.now), sampledLevel(previous, answers.before)]
  if (now === null || before === null) return null
  const better = probabilityAhead(now, before)
  return 2 * Math.min(better, 1 - better) < risk
}

/** Which of two brands is ahead as far as their samples tell. Without sample sizes, the figures decide. */
export function sampledStanding(one: BrandStanding, other: BrandStanding, when: 'now' | 'before'): Standing {
  const score = ({ visibility }: BrandStanding) => (when === 'now' ? visibility.value : visibility.previous)
  const levels = [one, other].map((standing) => sampledLevel(score(standing), one.answers[when]))
  const [first, second] = levels
  if (first && second) return standingOf(first, second)
  const gap = (score(one) ?? Number.NaN) - (score(other) ?? Number.NaN)
  return Number.isNaN(gap) || isNothing(gap) ? 'too_close' : gap > 0 ? 'ahead' : 'behind'
}

/** Half the width of the 95 % interval of a figure, in points; `null` if the sample is unknown. */
export function margin(value: number | null, answers: number | null): number | null {
  const level = sampledLevel(value, answers)
  return level && (level.interval[1] - level.interval[0]) / 2
}

/** A change as far as its samples tell, in points; `null`: a value or a sample is unknown. */
export function changeInterval(
  { value, previous, delta }: Pick<MetricChange, 'value' | 'previous' | 'delta'>,
  { now, before }: SampleSizes,
): Within | null {
  const both = bothMargins(margin(value, now), margin(previous, before))
  return both === null || delta === null
    ? null
    : { points: delta, interval: [delta - both, delta + both], isNews: false }
}

/** About the smallest change from a previous score that is news of the own brand, in points; `null` if unknown. */
export function detectableChange(previous: number | null, { now, before }: SampleSizes): number | null {
  const both = bothMargins(margin(previous, now), margin(previous, before))
  return both && (both * OWN_ERRORS) / MARGIN_ERRORS
}

const bothMargins = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.hypot(one, other)

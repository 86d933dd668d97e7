/**
 * The change of a metric, and what one figure tells where no weeks do: another period, a part, a filter, or an analysis
 * that is too new. Its level is that of a reading, with the ordinary spread that the market's weeks show; without weeks,
 * its sample sets the margin. Pure.
 *
 * A visibility score is a mean over answers of something between 0 and 100, so its variance is at most `p(1 − p) / n`, with
 * `p` the score as a share of 100 and `n` the number of answers. For presence, a share of answers, this is exact.
 */

import type { Metric } from '../api/index.ts'
import { rounded } from '../lib/rounded.ts'
import type { BrandStanding, MetricChange, SampleSizes, Within } from '../model/reports.ts'
import type { Level } from './reading/changes.ts'
import { probabilityAhead, type Standing, standingOf } from './reading/reading.ts'
import { MEMORY, pointsOf, SAMPLE_ONLY, type Spread } from './reading/statistics.ts'
import { logOddsOf, scoreOf } from './reading/weeks.ts'

type Direction = 'higher' | 'lower'

/**
 * The change of a metric between its numbers as they are shown, in its own unit: two that print the same have not changed.
 * Missing or non-finite values become `null`, never zero.
 */
export function metricChange(metric: Metric, direction: Direction, isFraction = false): MetricChange {
  const value = finite(metric.value)
  const previous = finite(metric.prev_value)
  const shown = (number: number) => rounded(number, isFraction)
  const delta = value === null || previous === null ? null : finite(shown(value) - shown(previous))
  const isNew = value !== null && previous === null
  const verdict = isNew ? 'new' : verdictOf(delta, direction)
  const change = { value, previous, unit: metric.unit, delta, verdict }
  return isFraction ? { ...change, isFraction } : change
}

function verdictOf(delta: number | null, direction: Direction): MetricChange['verdict'] {
  if (delta === null) return 'unknown'
  if (delta === 0) return 'same'
  return delta > 0 === (direction === 'higher') ? 'better' : 'worse'
}

/** Removes binary rounding noise (0.30000000000000004); `null` for non-finite numbers. */
export function finite(number: number | null): number | null {
  if (number === null || !Number.isFinite(number)) return null
  // Beyond a billion there are no six decimals to round. Adding 0 turns -0 into 0.
  return (Math.abs(number) < 1e9 ? Math.round(number * 1e6) / 1e6 : number) + 0
}

/** How much the figures of a period ordinarily vary. */
export interface Ordinary {
  readonly spread: Spread
  readonly weeks: number
}

/** How often chance alone makes an answer claim any of its gaps, or call any part of a change its cause. */
export const FAMILY_RISK = 0.05

/** What is ordinary isn't known. */
export const bySample: Ordinary = { spread: SAMPLE_ONLY, weeks: 1 }

export type Figure = Pick<MetricChange, 'value' | 'previous'>

/** The standard errors of a margin, and those that chance exceeds in either direction with `OWN_RATE`. */
const MARGIN_ERRORS = 1.96
const OWN_ERRORS = 2.75

/** Where a brand is as far as one figure tells; `null`: the score or its sample is unknown. */
export function figureLevel(score: number | null, answers: number | null, ordinary = bySample): Level | null {
  return levelWith(score, answers, ordinary, slowPart(ordinary.weeks))
}

/** The levels of a figure now and before. What moves slowly has mostly stayed, so it counts less between the two. */
function bothLevels({ value, previous }: Figure, { now, before }: SampleSizes, ordinary: Ordinary) {
  const { weeks } = ordinary
  const moved = slowPart(weeks) * (1 - MEMORY ** weeks)
  const levels = [levelWith(value, now, ordinary, moved), levelWith(previous, before, ordinary, moved)]
  const [one, other] = levels
  return one && other ? { now: one, before: other } : null
}

function levelWith(score: number | null, answers: number | null, { spread, weeks }: Ordinary, slow: number) {
  if (score === null || !(score >= 0 && score <= 100)) return null
  if (answers === null || !Number.isFinite(answers) || answers < 1) return null
  const logOdds = logOddsOf(score / 100, answers)
  const p = scoreOf(logOdds) / 100
  const sampling = spread.sampling / (answers * p * (1 - p))
  const error = Math.sqrt(sampling + spread.weekly ** 2 / weeks + slow * spread.slow ** 2)
  return { logOdds, error, ...pointsOf(logOdds, error, scoreOf) }
}

/** The variance of the mean of some weeks, as a part of that of one week, where a part of each stays for the next. */
function slowPart(weeks: number): number {
  const lasting = -1 / (weeks * Math.log(MEMORY))
  return 2 * lasting * (1 - lasting * (1 - MEMORY ** weeks))
}

/** Whether a change is more than ordinary variation, at a two-sided risk; `null`: a value or a sample is unknown. */
export function isBeyondOrdinary(
  figure: Figure,
  answers: SampleSizes,
  risk: number,
  ordinary = bySample,
): boolean | null {
  const levels = bothLevels(figure, answers, ordinary)
  if (levels === null) return null
  const better = probabilityAhead(levels.now, levels.before)
  return 2 * Math.min(better, 1 - better) < risk
}

/** Which of two brands is ahead as far as their figures tell. Without sample sizes, the figures alone decide. */
export function figureStanding(
  one: BrandStanding,
  other: BrandStanding,
  when: 'now' | 'before',
  ordinary: Ordinary,
): Standing {
  const score = ({ visibility }: BrandStanding) => (when === 'now' ? visibility.value : visibility.previous)
  const level = (standing: BrandStanding) => figureLevel(score(standing), one.answers[when], ordinary)
  const [first, second] = [level(one), level(other)]
  if (first && second) return standingOf(first, second)
  const gap = (score(one) ?? Number.NaN) - (score(other) ?? Number.NaN)
  if (!(Math.abs(gap) >= 0.05)) return 'too_close'
  return gap > 0 ? 'ahead' : 'behind'
}

/** Half the width of the 95 % interval of a figure, in points; `null` if the sample is unknown. */
export function margin(value: number | null, answers: number | null): number | null {
  const level = figureLevel(value, answers)
  return level && half(level)
}

/** A change as far as its figures tell, in points; `null`: a value or a sample is unknown. */
export function changeInterval(figure: Figure, answers: SampleSizes, ordinary: Ordinary): Within | null {
  const levels = bothLevels(figure, answers, ordinary)
  if (levels === null || figure.value === null || figure.previous === null) return null
  const [points, both] = [figure.value - figure.previous, Math.hypot(half(levels.now), half(levels.before))]
  return { points, interval: [points - both, points + both], isNews: false }
}

/** About the smallest change from a previous score that is news of the own brand, in points; `null` if unknown. */
export function smallestNews(score: number | null, answers: SampleSizes, ordinary: Ordinary): number | null {
  const levels = bothLevels({ value: score, previous: score }, answers, ordinary)
  return levels && (Math.hypot(half(levels.now), half(levels.before)) * OWN_ERRORS) / MARGIN_ERRORS
}

const half = ({ interval: [low, high] }: Level) => (high - low) / 2

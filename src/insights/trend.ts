/** Finds trends in the own brand's scores of several weeks: a climb or slide, and a highest or lowest week. Pure. */
import type { TrendExtreme, TrendFinding, TrendWeek } from '../model/trend.ts'
import { ENOUGH } from './coverage.ts'
import { finite, isNothing } from './metrics.ts'
import {
  criticalValueOfLargest,
  deviation,
  isBeyondChance,
  isSample,
  risks,
  shareOf,
} from './significance.ts'

/** The chart's weeks. A trend must begin within them, so that its beginning can be shown. */
export const weeksShown = 12
export const minWeeks = 6
/** A climb or slide that ended this many weeks ago is over. */
const weeksOfEnd = 6
/** The weeks that give the level before a trend. More would include an earlier climb or slide. */
const weeksOfLevel = 8
/** Fewer steps are the change of a single week. */
const minSteps = 3
/** With fewer expected hits and misses a week, scores are too far from normally distributed. */
const minExpected = 5

/** A week as the service reports it; `null`: unknown. */
export interface ReadWeek {
  /** Its Monday. */
  readonly start: string
  readonly score: number | null
  readonly answers: number | null
  readonly rivals: readonly (number | null)[]
}

/**
 * The weeks that can be compared, oldest first: they have a score and, compared with a usual week, enough answers.
 * `leftOut` lists the other weeks after the first comparable one.
 */
export function comparableWeeks(read: readonly ReadWeek[]): {
  readonly weeks: readonly TrendWeek[]
  readonly leftOut: readonly string[]
} {
  const sorted = read.toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const measured = sorted.flatMap(({ score, answers, ...week }) =>
    shareOf(score) !== null && score !== null && isSample(answers) ? [{ ...week, score, answers }] : [],
  )
  const usual = median(measured.map(({ answers }) => answers))
  const weeks = measured.filter(({ answers }) => answers >= ENOUGH * usual)
  const starts = new Set(weeks.map(({ start }) => start))
  const first = weeks[0]?.start ?? ''
  return {
    weeks,
    leftOut: sorted.map(({ start }) => start).filter((start) => start > first && !starts.has(start)),
  }
}

/**
 * A climb or slide up to the newest week. The scores are compared with straight lines that leave a level in one of the
 * last weeks. The best-fitting line is reported if chance makes any of them fit that well with a probability of at most
 * `risks.trend`. It must not have ended weeks ago, and must continue in the last two weeks.
 * @param weeks oldest first; those before the last twelve are only used for the earlier level
 */
export function trendIn(weeks: readonly TrendWeek[]): TrendFinding | null {
  const newest = weeks.at(-1)
  if (newest === undefined || weeks.length < minWeeks) return null
  const total = sum(weeks.map(({ answers }) => answers))
  const level = sum(weeks.map(({ score, answers }) => (score / 100) * answers)) / total
  const variance = level * (1 - level)
  if ((variance * total) / weeks.length < minExpected) return null
  // In standard errors of each week: those of a share, an upper bound (see significance.ts).
  const deviations = weeks.map(({ score, answers }) => (score / 100 - level) * Math.sqrt(answers / variance))
  const lines = linesOf(weeks, 0)
  const sizes = lines.map((line) => product(line, deviations))
  const size = sizes.reduce((largest, one) => (Math.abs(one) > Math.abs(largest) ? one : largest), 0)
  if (Math.abs(size) <= criticalValueOfLargest(lines, risks.trend)) return null
  const from = weeks.slice(-weeksShown)[sizes.indexOf(size)]
  const ended = linesOf(weeks, weeksOfEnd).map((line) => Math.abs(product(line, deviations)))
  if (from === undefined || ended.some((other) => other > Math.abs(size))) return null
  const sign = Math.sign(size)
  const scores = weeks.map(({ score }) => score)
  const difference = finite(newest.score - from.score) ?? 0
  if (difference * sign <= 0 || lastTwo(scores) * sign <= 0) return null
  const steps = scores
    .slice(weeks.indexOf(from))
    .map((score, index, all) => score - (all[index - 1] ?? score))
  return {
    direction: sign > 0 ? 'up' : 'down',
    since: from.start,
    from: from.score,
    until: newest.start,
    to: newest.score,
    answers: newest.answers,
    moved: steps.filter((step) => !isNothing(step) && Math.sign(step) === sign).length,
    of: steps.length - 1,
  }
}

/**
 * The shapes to look for, as unit vectors among deviations in standard errors: a level of some weeks up to one of the
 * shown weeks, then a straight line. The height of the level and the weeks before it don't affect them.
 * @param level the number of weeks at the end in which the line is level again
 */
function linesOf(weeks: readonly TrendWeek[], level: number): readonly (readonly number[])[] {
  const times = weeks.map(({ start }) => weekNumber(start))
  const end = (times.at(-1) ?? 0) - level
  const begins = times.slice(-weeksShown, -minSteps).filter((time) => time < end)
  return begins.map((from) => {
    const counted = weeks.map(({ answers }, index) =>
      (times[index] ?? 0) > from - weeksOfLevel ? answers : 0,
    )
    const rises = times.map((time) => Math.max(0, Math.min(time, end) - from))
    const mean = product(rises, counted) / sum(counted)
    const line = counted.map((answers, index) => ((rises[index] ?? 0) - mean) * Math.sqrt(answers))
    const length = Math.hypot(...line)
    return line.map((one) => one / length)
  })
}

/** How far the mean of the last two scores is above that of the two before. */
function lastTwo(scores: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = scores.slice(-4)
  return finite((c + d - a - b) / 2) ?? 0
}

/**
 * Whether the newest week is the highest or lowest since an earlier one: beyond each of the six or more weeks in
 * between, and beyond all of them together by more than chance.
 */
export function extremeIn(all: readonly TrendWeek[]): TrendExtreme | null {
  const weeks = all.slice(-weeksShown)
  const newest = weeks.at(-1)
  if (newest === undefined) return null
  const before = weeks.slice(0, -1)
  const kinds = [
    ['highest', 1],
    ['lowest', -1],
  ] as const
  for (const [kind, sign] of kinds) {
    const isBeaten = ({ score }: TrendWeek) => {
      const difference = newest.score - score
      return !isNothing(difference) && Math.sign(difference) === sign
    }
    const at = before.findLastIndex((week) => !isBeaten(week))
    const between = before.slice(at + 1)
    if (between.length < minWeeks) continue
    const answers = sum(between.map((week) => week.answers))
    const mean = sum(between.map((week) => week.score * week.answers)) / answers
    // Each possible span is another comparison.
    const risk = risks.trend / (weeksShown - minWeeks)
    const change = { value: newest.score, previous: mean }
    const sizes = { now: newest.answers, before: answers }
    if (isBeyondChance(change, sizes, risk) !== true || Math.sign(deviation(change, sizes) ?? 0) !== sign)
      continue
    const since = before[at]?.start ?? null
    return {
      kind,
      since,
      weeks: weeksBetween(since ?? weeks[0]?.start ?? newest.start, newest.start) + (since === null ? 1 : 0),
    }
  }
  return null
}

function weeksBetween(from: string, to: string): number {
  return weekNumber(to) - weekNumber(from)
}

/** The number of weeks from the start of 1970 to a Monday. */
function weekNumber(monday: string): number {
  return Math.round(Date.parse(monday) / (7 * 86_400_000))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, index) => total + value * (b[index] ?? 0), 0)
}

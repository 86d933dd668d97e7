/** A brand on the engines that a task aims at, less the same brand on the other engines, and how that changed since. */
import { type Column, coefficient, constant, type Data, solve, whiten } from './least-squares.ts'
import { at } from './numbers.ts'
import type { MarketWeeks, Series } from './weeks.ts'

type Ids = readonly string[]

/** "The same rise" of two engines can mean log-odds, or the same part of their level: an effect has to hold in both. */
export const SCALES = ['odds', 'factor'] as const

export function contrastOf(weeks: MarketWeeks, brand: string, on: Ids, off: Ids, scale: string): Series {
  const logOdds: number[] = []
  const variance: number[] = []
  for (const week of weeks) {
    let difference = 0
    let bound = 0
    for (const [engines, sign] of [
      [on, 1],
      [off, -1],
    ] as const)
      for (const engine of engines) {
        const { answers = 0, scores } = week.engines.get(engine) ?? {}
        const p = (((scores?.get(brand) ?? Number.NaN) / 100) * answers + 0.5) / (answers + 1)
        const odds = scale === 'odds'
        difference += (sign * (odds ? Math.log(p / (1 - p)) : Math.log(p))) / engines.length
        bound += (odds ? 1 / (answers * p * (1 - p)) : (1 - p) / (answers * p)) / engines.length ** 2
      }
    const isComplete = Number.isFinite(difference + bound)
    logOdds.push(isComplete ? difference : Number.NaN)
    variance.push(isComplete ? bound : Number.POSITIVE_INFINITY)
  }
  return { id: brand, mondays: weeks.map(({ monday }) => monday), logOdds, variance }
}

/** A week before the task that alone is off by more than this many standard deviations is no base, */
const OUTLIER = 3
/** but only so many weeks are left out. */
const MOST_OUTLIERS = 3
/** Below this weight of the line it has no say in whether the two ways of fitting agree. */
const NO_LINE = 0.05

export interface Effect {
  readonly size: number
  readonly error: number
  /** Whether the effect has the same direction with and without a line before it. */
  readonly agrees: boolean
  /** How far the weeks before speak for a line: from 0, a level, to 1. */
  readonly line: number
}

/**
 * How much the weeks in `window` differ from what those before `task` (an index) lead to expect. Whether those had a slope
 * can't be known for sure, so both answers are averaged, weighted by the Bayesian information criterion.
 */
export function effectOf(series: Data, task: number, window: readonly number[]): Effect {
  const ones = constant(series.logOdds.length)
  const line = ones.map((_, week) => week - task)
  const after = ones.map((_, week) => (window.includes(week) ? 1 : 0))
  const base = withoutOutliers(series, task, [ones, line])
  const used = series.variance.map((bound, week) => (window.includes(week) ? bound : at(base, week)))
  const white = whiten([series.logOdds, ones, line, after], used, series.spread)
  const [values = [], level = [], slope = [], since = []] = white
  const flat = coefficient(solve(values, [level, since]), 1)
  const sloped = coefficient(solve(values, [level, slope, since]), 2)

  const [before = [], levelBefore = [], slopeBefore = []] = white.map((column) => column.slice(0, task))
  const withLine = solve(before, [levelBefore, slopeBefore]).unexplained
  const gain = solve(before, [levelBefore]).unexplained - withLine
  const weeks = Math.max(2, base.filter(Number.isFinite).length)
  const weight = 1 / (1 + Math.exp(-(gain - Math.log(weeks)) / 2))
  const size = (1 - weight) * flat.size + weight * sloped.size
  const variance =
    (1 - weight) * (flat.error ** 2 + (flat.size - size) ** 2) +
    weight * (sloped.error ** 2 + (sloped.size - size) ** 2)
  const agrees = flat.size * sloped.size > 0 || weight < NO_LINE
  return { size, error: Math.sqrt(variance), agrees, line: weight }
}

/** The variances of the weeks before a task; infinite for those that are no base and for all later ones. */
function withoutOutliers({ logOdds, variance, spread }: Data, task: number, columns: Column[]): number[] {
  const base = variance.map((bound, week) => (week < task ? bound : Number.POSITIVE_INFINITY))
  for (let left = MOST_OUTLIERS; left > 0; left--) {
    const [values = [], level = [], slope = []] = whiten([logOdds, ...columns], base, spread)
    const { values: found } = solve(values, [level, slope])
    const expected = level.map((one, week) => at(found, 0) * one + at(found, 1) * at(slope, week))
    const off = values.map((value, week) => Math.abs(value - at(expected, week)))
    const worst = Math.max(...off)
    if (!(worst > OUTLIER)) break
    base[off.indexOf(worst)] = Number.POSITIVE_INFINITY
  }
  return base
}

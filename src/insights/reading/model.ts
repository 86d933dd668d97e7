/** What explains a series: a level or a slope that held, and perhaps one change. */
import {
  between,
  type Column,
  coefficient,
  constant,
  type Data,
  hinge,
  leastSquares,
  step,
} from './least-squares.ts'
import { at, chanceOf, type Points, pointsOf, sumOf } from './numbers.ts'
import { scoreOf } from './weeks.ts'

export type Shape = 'level' | 'slope'
export type ChangeKind = 'step' | 'slope'

/** Half a year: what is older says little about now. */
const WINDOW = 26

/** Some weeks of a series; `from` is the index of the first. */
export interface Span extends Data {
  readonly from: number
}

/** The weeks from one to another, both included; at most the last half a year of them. */
export function spanOf(data: Data, from: number, to: number): Span {
  const start = Math.max(from, to - WINDOW + 1)
  return { from: start, spread: data.spread, ...between(data, start, to) }
}

/** The columns of what held: a level, and for a slope a line that is 0 in the last week. */
export function baseOf({ logOdds: { length } }: Span, shape: Shape): Column[] {
  const line = hinge(length, 0).map((week) => week - length + 1)
  return shape === 'slope' ? [constant(length), line] : [constant(length)]
}

export function changeColumn({ from, logOdds }: Span, kind: ChangeKind, week: number): Column {
  return (kind === 'step' ? step : hinge)(logOdds.length, week - from)
}

export interface Level extends Points {
  readonly logOdds: number
  /** Standard error of `logOdds`. */
  readonly error: number
}

/** The level in the last week of a span; with a slope also the change a week. */
export function levelOf(span: Span, shape: Shape): { level: Level; rate: Points | null } {
  const estimate = leastSquares(span, baseOf(span, shape))
  const { size, error } = coefficient(estimate, 0)
  const level = { logOdds: size, error, ...pointsOf(size, error, scoreOf) }
  if (shape === 'level') return { level, rate: null }
  const slope = coefficient(estimate, 1)
  return { level, rate: pointsOf(slope.size, slope.error, (rate) => rate * pointsPerLogOdds(size)) }
}

export function pointsPerLogOdds(level: number): number {
  const points = scoreOf(level)
  return (points * (100 - points)) / 100
}

/**
 * A change after what held, fitted together: its first week, its points (of a step in all, of a new slope a week), and how
 * likely chance alone brings a step, or a bend, like this.
 */
export function fitChange(span: Span, shape: Shape, kind: ChangeKind, week: number) {
  const columns = [...baseOf(span, shape), changeColumn(span, kind, week)]
  const estimate = leastSquares(span, columns)
  const { size, error, z } = coefficient(estimate, columns.length - 1)
  const lineBefore = shape === 'slope' ? at(estimate.values, 1) : 0
  const last = span.from + span.logOdds.length - 1
  const heldIn = (day: number) => at(estimate.values, 0) + lineBefore * (day - last)
  const fitted = { week, unexplained: estimate.unexplained, chance: chanceOf(z) }
  if (kind === 'step') {
    const before = heldIn(week)
    const points = (change: number) => scoreOf(before + change) - scoreOf(before)
    return { ...fitted, size: pointsOf(size, error, points) }
  }
  // The new slope is the line before and the bend together.
  const variance = sumOf(estimate.covariance.slice(1).flatMap((row) => row.slice(1)))
  const perLogOdds = pointsPerLogOdds(heldIn(last) + size * (last - week))
  const points = pointsOf(lineBefore + size, Math.sqrt(variance), (rate) => rate * perLogOdds)
  return { ...fitted, size: points }
}

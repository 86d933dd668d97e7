/**
 * Finds the steps and slopes of series, week by week, as they would have been told. What explains a series is a level or a
 * slope that held, and perhaps one change.
 */

import type { ToldChange } from '../../model/reports.ts'
import {
  at,
  between,
  type Column,
  chanceOf,
  coefficient,
  constant,
  type Data,
  discoveries,
  hinge,
  leastSquares,
  type Points,
  pointsOf,
  type Spread,
  step,
  sumOf,
  whiten,
  zBeside,
} from './statistics.ts'
import { type Series, scoreOf } from './weeks.ts'

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

function changeColumn({ from, logOdds }: Span, kind: ChangeKind, week: number): Column {
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

/** In this share of weeks a quiet own brand is said to have changed, */
export const OWN_RATE = 0.006
/** and any of the others. */
export const FAMILY_RATE = 0.006
/** In how many of the newest weeks a step may still be found; a slope begins up to two weeks earlier. */
const SEARCHED_WEEKS = 8
const EARLIER_FOR_SLOPES = 2
/** As many independent tests is one week's search for a date and a shape worth (measured where nothing happens). */
const SEARCH_TESTS = 4
/** A slope is said only where it explains clearly more than a step: by this much of z². */
const SLOPE_ADVANTAGE = 3
/** Two steps the same way within so many weeks may be one slope, which begins up to three weeks before the first, */
const STEPS_TO_SLOPE_WEEKS = 10
const SLOPE_BEFORE_STEP = 3
/** if it leaves at most this much more unexplained than the two steps. */
const SLOPE_TOLERANCE = 2
/** So long after it was told the week of a step may be corrected, */
const REDATED_WEEKS = 3
/** by so many weeks. */
const REDATED_BY = 2
/** The week that made the last news was an extreme one. A turn within so many weeks has to be so much less likely. */
const REBOUND_WEEKS = 3
const REBOUND_PENALTY = 5
/** A slope that changes has ended if what is left of it is within so many standard errors of level. */
const LEVEL_AGAIN = 2.5

/** A change that became news in some week. Dates are Mondays. Points: of a step in all, of a slope a week. */
export interface Change extends ToldChange, Points {
  /** The week in which it became news. */
  readonly told: string
  /** In standard errors, when it was told. */
  readonly z: number
}

/** What holds from a week on, and the change that it began with (`null`: the first), told in the week `told`. */
export interface Segment {
  readonly from: number
  readonly told: number
  readonly shape: Shape
  readonly change: Change | null
}

/** All that is known of a series in some week, oldest first. */
export type Segments = readonly Segment[]

export type Replayed = Series & { readonly spread: Spread }

interface Candidate {
  readonly kind: ChangeKind
  readonly week: number
  readonly z: number
  /** How likely chance alone brings a change like this in one week's search. */
  readonly chance: number
}

/**
 * Replays the weeks of several series: for each, the segments as they were known in each week. `q`: in which share of weeks
 * the family makes a claim when nothing happens.
 */
export function replay(list: readonly Replayed[], q: number): Segments[][] {
  const weeks = Math.max(0, ...list.map(({ logOdds }) => logOdds.length))
  let known = list.map((): Segments => [])
  const byWeek: Segments[][] = []
  for (let week = 0; week < weeks; week++) {
    const candidates = list.map((series, index) => search(series, week, known[index] ?? []))
    const isNews = discoveries(
      candidates.map((candidate) => candidate?.chance ?? 1),
      q,
    )
    known = list.map((series, index) => {
      const candidate = candidates[index]
      const segments = known[index] ?? []
      return candidate && isNews[index]
        ? [...segments, changed(series, week, segments, candidate)]
        : withoutNews(series, week, segments)
    })
    byWeek.push(known)
  }
  return list.map((_, index) => byWeek.map((all) => all[index] ?? []))
}

const hasValue = ({ logOdds }: Series, week: number) => !Number.isNaN(at(logOdds, week))

/** The most surprising change of the newest weeks against what held before. */
function search(series: Replayed, week: number, segments: Segments): Candidate | null {
  const last = segments.at(-1)
  if (last === undefined || !hasValue(series, week)) return null
  const span = spanOf(series, last.from, week)
  const base = baseOf(span, last.shape)
  const possible = possibleChanges(series, span.from + base.length, week)
  const columns = possible.map((change) => changeColumn(span, change.kind, change.week))
  const [values = [], ...white] = whiten([span.logOdds, ...base, ...columns], span.variance, span.spread)
  const zOf = zBeside(values, white.slice(0, base.length))
  let best: Candidate | null = null
  let bestWorth = 0
  for (const [index, change] of possible.entries()) {
    const z = zOf(white[base.length + index] ?? [])
    const worth = z ** 2 - (change.kind === 'slope' ? SLOPE_ADVANTAGE : 0)
    if (worth <= bestWorth) continue
    bestWorth = worth
    best = { ...change, z, chance: chanceOfChange(z, change.week, last) }
  }
  return best
}

function possibleChanges(series: Series, first: number, week: number) {
  const searched = week - SEARCHED_WEEKS + 1
  const steps = weeksFrom(Math.max(first, searched), week)
  const slopes = weeksFrom(Math.max(first - 1, searched - EARLIER_FOR_SLOPES), week - 2)
  return [
    ...steps.map((from) => ({ kind: 'step', week: from }) as const),
    ...slopes.map((from) => ({ kind: 'slope', week: from }) as const),
  ].filter((change) => hasValue(series, change.week))
}

function chanceOfChange(z: number, week: number, { from, change }: Segment): number {
  const isRebound = change !== null && week - from <= REBOUND_WEEKS && Math.sign(z) !== change.direction
  return Math.min(1, SEARCH_TESTS * (isRebound ? REBOUND_PENALTY : 1) * chanceOf(z))
}

function changed(series: Replayed, week: number, segments: Segments, found: Candidate): Segment {
  const last = segments.at(-1)
  const shape = last?.shape ?? 'level'
  const again = last?.change?.direction === Math.sign(found.z)
  const slope =
    again && found.kind === 'step' ? slopeInsteadOfSteps(series, week, segments, found.week) : null
  const span = spanOf(series, last?.from ?? 0, week)
  const fitted = slope ?? fitChange(span, shape, found.kind, found.week)
  const kind = slope ? 'slope' : found.kind
  const since = spanOf(series, fitted.week, week)
  const { z } = coefficient(leastSquares(since, baseOf(since, 'slope')), 1)
  const isStop = shape === 'slope' && kind === 'slope' && Math.abs(z) < LEVEL_AGAIN
  return {
    from: fitted.week,
    told: week,
    shape: kind === 'slope' && !isStop ? 'slope' : 'level',
    change: {
      kind: isStop ? 'stop' : kind,
      direction: found.z > 0 ? 1 : -1,
      ...fitted.size,
      from: mondayOf(series, fitted.week),
      told: mondayOf(series, week),
      z: found.z,
      again: again && !isStop,
    },
  }
}

const mondayOf = ({ mondays }: Series, week: number) => mondays[week] ?? ''

/** A slope that explains about as much as the last step and another one after it; `null`: none does. */
function slopeInsteadOfSteps(series: Replayed, week: number, segments: Segments, second: number) {
  const [before, first] = segments.slice(-2)
  if (!before || first?.change?.kind !== 'step') return null
  if (week - first.from > STEPS_TO_SLOPE_WEEKS || week - first.from < 2) return null
  const span = spanOf(series, before.from, week)
  const steps = [first.from, second].map((from) => changeColumn(span, 'step', from))
  const limit = leastSquares(span, [...baseOf(span, 'level'), ...steps]).unexplained + SLOPE_TOLERANCE
  const begins = weeksFrom(Math.max(span.from, first.from - SLOPE_BEFORE_STEP), second - 2)
  const slope = best(begins.map((begin) => fitChange(span, 'level', 'slope', begin)))
  return slope && slope.unexplained < limit ? slope : null
}

/** A young step gets the week that explains most, and its size by all weeks since. */
function withoutNews(series: Replayed, week: number, segments: Segments): Segments {
  const [before, last] = segments.slice(-2)
  if (before === undefined)
    return hasValue(series, week) ? [{ from: week, told: week, shape: 'level', change: null }] : []
  if (last?.change?.kind !== 'step' || week - last.told > REDATED_WEEKS) return segments
  const span = spanOf(series, before.from, week)
  const first = Math.max(span.from + 1, last.from - REDATED_BY)
  const dates = weeksFrom(first, Math.min(last.told, last.from + REDATED_BY))
  const { direction } = last.change
  const step = best(
    dates
      .filter((from) => hasValue(series, from))
      .map((from) => fitChange(span, before.shape, 'step', from))
      // A fall that was followed by a rise isn't dated as that rise.
      .filter(({ size }) => size.points * direction > 0),
  )
  if (step === null) return segments
  const change = { ...last.change, ...step.size, from: mondayOf(series, step.week) }
  return [...segments.slice(0, -1), { ...last, from: step.week, change }]
}

const best = <Fitted extends { readonly unexplained: number }>(list: readonly Fitted[]) =>
  list.toSorted((a, b) => a.unexplained - b.unexplained)[0] ?? null

const weeksFrom = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

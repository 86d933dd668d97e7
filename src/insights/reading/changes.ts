/** Finds the steps and slopes of series, week by week, as they would have been told. */
import type { ToldChange } from '../../model/reports.ts'
import { coefficient, leastSquares, type Spread, whiten, zBeside } from './least-squares.ts'
import { baseOf, type ChangeKind, changeColumn, fitChange, type Shape, spanOf } from './model.ts'
import { at, chanceOf, discoveries, type Points } from './numbers.ts'
import type { Series } from './weeks.ts'

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

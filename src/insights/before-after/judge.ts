/** What the figures before and since a task carry, beside those of the others. Pure. */
import type {
  BeforeAfter,
  BeforeAfterVerdict,
  Compared,
  MeasureChange,
  Measured,
} from '../../model/before-after.ts'
import { ENOUGH } from '../coverage.ts'
import { finite } from '../metrics.ts'
import { deviation, isSample, margin, shareOf } from '../significance.ts'
import { fewestSince, mostSince, readableAfter, weeksBefore } from './windows.ts'

/** A percentage of so many answers; `null`: not known. */
export interface Figure {
  readonly value: number | null
  readonly answers: number | null
}

export interface Sides {
  readonly before: Figure
  readonly since: Figure
}

/**
 * The number of standard errors that chance exceeds in any of the ten looks, from the third week since to the twelfth. They
 * share most of their answers: ten separate tests would need 2.8 and 2.6. By the joint distribution of the looks, with 0.85
 * to 1.18 times as many answers a week since as before (`gapIn`).
 */
export const lookBounds = {
  /** The own change, in either direction: a risk of 5 % at most. */
  since: 2.35,
  /** The change beyond what others did, in the one direction: 4.7 % at most. */
  aside: 2.08,
} as const

/** What was read for one task. */
export interface Reading {
  /** The own brand on what the task aims at. */
  readonly aimed: { readonly visibility: Sides; readonly presence: Sides }
  /** On all engines; `null`: the task aims at all of them, or it was not read. */
  readonly all: { readonly visibility: Sides; readonly presence: Sides } | null
  /** On what the task aims at. */
  readonly rivals: readonly Rival[]
  /** A brand that the task names. */
  readonly rival: string | null
  /** The first Monday since. */
  readonly firstMonday: Temporal.PlainDate
  readonly weeksSince: number
  /** Points. */
  readonly noiseBand: number
}

export interface Rival {
  readonly name: string
  readonly visibility: Sides
}

type Judged = Pick<BeforeAfter, 'aimed' | 'overall' | 'others' | 'verdict'>

/** Together they are the market: one alone may rise for reasons of its own. */
const rivalsTogether = 8
/** Named one by one. */
const rivalsNamed = 2
/** A side needs so many answers, and so many expected hits and misses, for its figure to be near a normal distribution. */
const fewestAnswers = 30
const fewestExpected = 5
/** A change of others counts at most this many times, however small they are beside the own brand. */
const largestRatio = 2
/** Others whose change is less certain than this many times the own one's say nothing about it. */
const loosest = 2

export function judged(reading: Reading): Judged {
  const { aimed, all, rivals, noiseBand } = reading
  const change = (metric: MeasureChange['metric'], sides: Sides) => changeOf(metric, sides, noiseBand)
  const both = (of: NonNullable<Reading['all']>) => [
    change('visibility', of.visibility),
    change('presence', of.presence),
  ]
  const rest = all === null ? null : restOf(all.visibility, aimed.visibility)
  const near = nearest(aimed.visibility, rivals)
  const single = (name: string, sides: Sides): Compared => ({
    kind: 'rival',
    name,
    of: 1,
    change: change('visibility', sides),
  })
  const named = rivals.filter(({ name }) => name === reading.rival)
  const others: Compared[] = [
    ...(rest === null
      ? []
      : [{ kind: 'engines', name: null, of: 0, change: change('visibility', rest) } as const]),
    ...(near.length === 0 ? [] : [together(near, noiseBand)]),
    ...[...named, ...near.filter(({ name }) => name !== reading.rival)]
      .slice(0, rivalsNamed)
      .map(({ name, visibility }) => single(name, visibility)),
  ]
  return {
    aimed: both(aimed),
    overall: all === null ? [] : both(all),
    others,
    verdict: verdictOf(reading, [
      ...(rest === null ? [] : [[rest]]),
      ...(near.length === 0 ? [] : [near.map(({ visibility }) => visibility)]),
    ]),
  }
}

/** What the own change is set beside: what would have happened anyway. */
type Control = readonly Sides[]

function verdictOf(reading: Reading, controls: readonly Control[]): BeforeAfterVerdict {
  const { aimed, firstMonday, weeksSince: weeks, noiseBand } = reading
  const sides = isMeasured(aimed.visibility) ? aimed.visibility : aimed.presence
  const ownCell = cellOf(sides)
  // Without a sample, or a score that can be read as a percentage, nothing can be said in any week.
  if (ownCell === null) return { kind: 'too_small' }
  const gap = gapIn(ownCell, weeks)
  if (gap !== null) return { kind: 'data_gap', side: gap }
  const needed = weeksNeeded(ownCell, weeks)
  if (needed === null) return { kind: 'too_small' }
  if (needed > weeks) return { kind: 'too_early', readableOn: readableAfter(firstMonday, needed) }
  const none = { kind: 'no_reliable_change', weeks } as const
  const difference = changeIn(ownCell)
  if (!isBeyondLooks(sides) || Math.abs(difference) * 100 <= noiseBand) return none
  const direction = difference > 0 ? 'up' : 'down'
  const compared = controls
    .map((control) => controlOf(ownCell, control, weeks))
    .filter((excesses) => excesses !== null)
  const isBeyond = (excess: Excess) =>
    excess.size * Math.sign(difference) > lookBounds.aside * excess.error &&
    excess.size * Math.sign(difference) * 100 > noiseBand
  const others = compared.filter((excesses) => !excesses.every(isBeyond))
  if (compared.length > 0 && others.length === 0) return { kind: direction, weeks }
  const alike = others.some((excesses) =>
    excesses.some(
      ({ expected, expectedError }) => expected * Math.sign(difference) > plainLimit * expectedError,
    ),
  )
  return alike ? { kind: 'everybody', direction, weeks } : none
}

/** Of one figure, one look, one side: 2.5 %. */
const plainLimit = 1.96

/** Both sides as shares, with their answers. */
interface Cell {
  readonly before: number
  readonly since: number
  readonly answersBefore: number
  readonly answersSince: number
}

function cellOf({ before, since }: Sides): Cell | null {
  const [a, b] = [shareOf(before.value), shareOf(since.value)]
  if (a === null || b === null || !isSample(before.answers) || !isSample(since.answers)) return null
  return { before: a, since: b, answersBefore: before.answers, answersSince: since.answers }
}

const isMeasured = (sides: Sides) => cellOf(sides) !== null
const changeIn = ({ before, since }: Cell) => since - before

/** The share over both sides. */
function pooledIn({ before, since, answersBefore, answersSince }: Cell): number {
  return (before * answersBefore + since * answersSince) / (answersBefore + answersSince)
}

/** At most the variance of the change: that of shares (see significance.ts), with two imaginary hits and misses a side. */
function varianceIn({ before, since, answersBefore, answersSince }: Cell): number {
  const of = (share: number, answers: number) => {
    const adjusted = (share * answers + 2) / (answers + 4)
    return (adjusted * (1 - adjusted)) / (answers + 4)
  }
  return of(before, answersBefore) + of(since, answersSince)
}

/** How many weeks since it takes until the sample carries a sentence; `null`: more than there will be. */
function weeksNeeded(ownCell: Cell, weeks: number): number | null {
  const share = pooledIn(ownCell)
  // A brand that is never, or always, named has no variance; the number of answers alone has to do.
  const variance = share * (1 - share)
  const enough = Math.max(fewestAnswers, variance === 0 ? 0 : fewestExpected / variance)
  if (ownCell.answersBefore < enough) return null
  const needed = Math.max(fewestSince, Math.ceil(enough / (ownCell.answersSince / weeks)))
  return needed > mostSince ? null : needed
}

/** The side on which clearly fewer answers a week were collected, as in coverage.ts. */
function gapIn({ answersBefore, answersSince }: Cell, weeks: number): 'before' | 'since' | null {
  const [before, since] = [answersBefore / weeksBefore, answersSince / weeks]
  if (since < ENOUGH * before) return 'since'
  return before < ENOUGH * since ? 'before' : null
}

/** What the own change is beyond what others did, and its standard error, as shares. */
interface Excess {
  readonly size: number
  readonly error: number
  /** What the own change would be, had the own brand done as the others. */
  readonly expected: number
  readonly expectedError: number
}

/**
 * The own change less that of the others, read in two ways: the same points, and the same proportion. `null`: the
 * others are too few or too small to be set beside it.
 */
function controlOf(ownCell: Cell, cells: Control, weeks: number): readonly Excess[] | null {
  const complete = cells.flatMap((sides) => cellOf(sides) ?? []).filter((cell) => gapIn(cell, weeks) === null)
  if (complete.length === 0) return null
  const total = complete.reduce((sum, cell) => sum + pooledIn(cell), 0)
  const ratios = [
    1 / complete.length,
    Math.min(total === 0 ? 0 : pooledIn(ownCell) / total, largestRatio / complete.length),
  ]
  const change = complete.reduce((sum, cell) => sum + changeIn(cell), 0)
  const variance = complete.reduce((sum, cell) => sum + varianceIn(cell), 0)
  const excesses = ratios.map((ratio) => ({
    size: changeIn(ownCell) - ratio * change,
    error: Math.sqrt(varianceIn(ownCell) + ratio ** 2 * variance),
    expected: ratio * change,
    expectedError: ratio * Math.sqrt(variance),
  }))
  return Math.sqrt(variance) / complete.length > loosest * Math.sqrt(varianceIn(ownCell)) ? null : excesses
}

/** The own brand in the answers that are not aimed at: what is left of all. `null`: the parts don't make up the whole. */
function restOf(all: Sides, aimed: Sides): Sides | null {
  const remainder = (whole: Figure, part: Figure): Figure | null => {
    if (whole.value === null || part.value === null || whole.answers === null || part.answers === null)
      return null
    const answers = whole.answers - part.answers
    if (answers < fewestAnswers) return null
    const value = (whole.value * whole.answers - part.value * part.answers) / answers
    // Rounded figures may leave a little less than nothing.
    if (value < -roundingOf(whole.answers / answers) || value > 100 + roundingOf(whole.answers / answers))
      return null
    return { value: Math.min(100, Math.max(0, value)), answers }
  }
  const [before, since] = [remainder(all.before, aimed.before), remainder(all.since, aimed.since)]
  return before === null || since === null ? null : { before, since }
}

/** Both figures are rounded to a tenth. */
const roundingOf = (times: number) => 0.1 * times

/** The rivals whose scores before were nearest to the own one. */
function nearest(ownSides: Sides, rivals: readonly Rival[]): readonly Rival[] {
  const score = ownSides.before.value
  if (score === null) return []
  const gap = ({ visibility }: Rival) => Math.abs((visibility.before.value ?? 0) - score)
  return rivals
    .filter(({ visibility }) => isMeasured(visibility))
    .toSorted((a, b) => gap(a) - gap(b))
    .slice(0, rivalsTogether)
}

/** Their mean. */
function together(near: readonly Rival[], noiseBand: number): Compared {
  const mean = (side: keyof Sides): Figure => ({
    value: finite(near.reduce((sum, { visibility }) => sum + (visibility[side].value ?? 0), 0) / near.length),
    answers: near[0]?.visibility[side].answers ?? null,
  })
  const change = changeOf('visibility', { before: mean('before'), since: mean('since') }, noiseBand)
  return { kind: 'rivals', name: null, of: near.length, change }
}

function changeOf(metric: MeasureChange['metric'], sides: Sides, noiseBand: number): MeasureChange {
  const measured = ({ value, answers }: Figure): Measured => ({
    value,
    answers,
    margin: margin(value, answers),
  })
  const { before, since } = sides
  const change = before.value === null || since.value === null ? null : finite(since.value - before.value)
  const ownCell = cellOf(sides)
  const isReliable =
    ownCell === null || change === null ? null : isBeyondLooks(sides) && Math.abs(change) > noiseBand
  return { metric, before: measured(before), since: measured(since), change, isReliable }
}

/** Whether a change is larger than chance explains in any of the weeks in which it is looked at. */
function isBeyondLooks(sides: Sides): boolean {
  const ownCell = cellOf(sides)
  const errors = deviation(
    { value: sides.since.value, previous: sides.before.value },
    { now: sides.since.answers, before: sides.before.answers },
  )
  return ownCell !== null && errors !== null && Math.abs(errors) > lookBounds.since
}

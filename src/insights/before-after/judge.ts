/** Judges the figures before and since a task, compared with those of others. Pure. */
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
import { maxWeeksSince, minWeeksSince, readableAfter, weeksBefore } from './windows.ts'

/** A percentage and the number of answers behind it; `null`: unknown. */
export interface Figure {
  readonly value: number | null
  readonly answers: number | null
}

export interface Sides {
  readonly before: Figure
  readonly since: Figure
}

/**
 * Limits in standard errors. A task is looked at up to ten times, from the third week after it to the twelfth; the risk
 * is that chance exceeds the limit in any of these looks. They share most of their answers: ten separate tests would
 * need 2.8 and 2.6. Computed from the joint distribution of the looks, for 0.85 to 1.18 times as many answers per week
 * after the task as before it (`gapIn`).
 */
export const lookBounds = {
  /** The own change, in either direction: at most 5 % risk. */
  since: 2.35,
  /** The change beyond that of others, in one direction: at most 4.7 % risk. */
  beyondOthers: 2.08,
} as const

/** What was read for one task. */
export interface Reading {
  /** The own brand within the task's aim. */
  readonly aimed: { readonly visibility: Sides; readonly presence: Sides }
  /** The own brand in all answers; `null`: the task's aim is not restricted, or they were not read. */
  readonly all: { readonly visibility: Sides; readonly presence: Sides } | null
  /** Within the task's aim. */
  readonly rivals: readonly Rival[]
  /** The rival that the task names. */
  readonly rival: string | null
  /** The Monday of the first complete week after the task. */
  readonly firstMonday: Temporal.PlainDate
  readonly weeksSince: number
}

export interface Rival {
  readonly name: string
  readonly visibility: Sides
}

type Judged = Pick<BeforeAfter, 'aimed' | 'overall' | 'others' | 'verdict'>

/** At most this many rivals are averaged: a single one may rise for reasons of its own. */
const rivalsTogether = 8
/** At most this many rivals are also shown individually. */
const rivalsNamed = 2
/** Each side needs this many answers, and this many expected hits and misses, to be roughly normally distributed. */
const minAnswers = 30
const minExpected = 5
/** The change of smaller brands is scaled up by at most this factor. */
const maxRatio = 2
/** Others are ignored if the standard error of their change exceeds the own brand's by more than this factor. */
const maxErrorRatio = 2

export function judge(reading: Reading): Judged {
  const { aimed, all, rivals } = reading
  const both = (of: NonNullable<Reading['all']>) => [
    changeOf('visibility', of.visibility),
    changeOf('presence', of.presence),
  ]
  const rest = all === null ? null : restOf(all.visibility, aimed.visibility)
  const near = nearest(aimed.visibility, rivals)
  const single = (name: string, sides: Sides): Compared => ({
    kind: 'rival',
    name,
    of: 1,
    change: changeOf('visibility', sides),
  })
  const named = rivals.filter(({ name }) => name === reading.rival)
  const others: Compared[] = [
    ...(rest === null
      ? []
      : [{ kind: 'engines', name: null, of: 0, change: changeOf('visibility', rest) } as const]),
    ...(near.length === 0 ? [] : [together(near)]),
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

/** What the own change is compared with: an estimate of what would have happened anyway. */
type Control = readonly Sides[]

function verdictOf(reading: Reading, controls: readonly Control[]): BeforeAfterVerdict {
  const { aimed, firstMonday, weeksSince: weeks } = reading
  const sides = isMeasured(aimed.visibility) ? aimed.visibility : aimed.presence
  const ownCell = cellOf(sides)
  // Without sample sizes or percentages, no week can be judged.
  if (ownCell === null) return { kind: 'too_small' }
  const gap = gapIn(ownCell, weeks)
  if (gap !== null) return { kind: 'data_gap', side: gap }
  const needed = weeksNeeded(ownCell, weeks)
  if (needed === null) return { kind: 'too_small' }
  if (needed > weeks) return { kind: 'too_early', readableOn: readableAfter(firstMonday, needed) }
  const none = { kind: 'no_reliable_change', weeks } as const
  const difference = changeIn(ownCell)
  if (!isBeyondLooks(sides)) return none
  const direction = difference > 0 ? 'up' : 'down'
  const compared = controls
    .map((control) => controlOf(ownCell, control, weeks))
    .filter((excesses) => excesses !== null)
  const isBeyond = (excess: Excess) =>
    excess.size * Math.sign(difference) > lookBounds.beyondOthers * excess.error
  const others = compared.filter((excesses) => !excesses.every(isBeyond))
  if (compared.length > 0 && others.length === 0) return { kind: direction, weeks }
  const alike = others.some((excesses) =>
    excesses.some(
      ({ expected, expectedError }) => expected * Math.sign(difference) > plainLimit * expectedError,
    ),
  )
  return alike ? { kind: 'shared_change', direction, weeks } : none
}

/** In standard errors: the one-sided 2.5 % limit for one figure in one look. */
const plainLimit = 1.96

/** Both sides as shares from 0 to 1, with their numbers of answers. */
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

/** The share over both sides together. */
function pooledIn({ before, since, answersBefore, answersSince }: Cell): number {
  return (before * answersBefore + since * answersSince) / (answersBefore + answersSince)
}

/** An upper bound of the change's variance, as in significance.ts, with two imaginary hits and misses a side. */
function varianceIn({ before, since, answersBefore, answersSince }: Cell): number {
  const of = (share: number, answers: number) => {
    const adjusted = (share * answers + 2) / (answers + 4)
    return (adjusted * (1 - adjusted)) / (answers + 4)
  }
  return of(before, answersBefore) + of(since, answersSince)
}

/** The number of weeks after the task that the sample needs for a verdict; `null`: it will never be enough. */
function weeksNeeded(ownCell: Cell, weeks: number): number | null {
  const share = pooledIn(ownCell)
  // A brand that is never or always named has no variance, so only the number of answers decides.
  const variance = share * (1 - share)
  const enough = Math.max(minAnswers, variance === 0 ? 0 : minExpected / variance)
  if (ownCell.answersBefore < enough) return null
  const needed = Math.max(minWeeksSince, Math.ceil(enough / (ownCell.answersSince / weeks)))
  return needed > maxWeeksSince ? null : needed
}

/** The side with clearly fewer answers a week, by the same share as in coverage.ts; `null`: neither. */
function gapIn({ answersBefore, answersSince }: Cell, weeks: number): 'before' | 'since' | null {
  const [before, since] = [answersBefore / weeksBefore, answersSince / weeks]
  if (since < ENOUGH * before) return 'since'
  return before < ENOUGH * since ? 'before' : null
}

/** The part of the own change that others don't share, and its standard error. All are shares from 0 to 1. */
interface Excess {
  readonly size: number
  readonly error: number
  /** What the own change would be if the own brand had changed like the others. */
  readonly expected: number
  readonly expectedError: number
}

/**
 * The own change minus that of the others, once in points and once in proportion. `null`: the others have too little
 * data to compare with.
 */
function controlOf(ownCell: Cell, cells: Control, weeks: number): readonly Excess[] | null {
  const complete = cells.flatMap((sides) => cellOf(sides) ?? []).filter((cell) => gapIn(cell, weeks) === null)
  if (complete.length === 0) return null
  const total = complete.reduce((sum, cell) => sum + pooledIn(cell), 0)
  const ratios = [
    1 / complete.length,
    Math.min(total === 0 ? 0 : pooledIn(ownCell) / total, maxRatio / complete.length),
  ]
  const change = complete.reduce((sum, cell) => sum + changeIn(cell), 0)
  const variance = complete.reduce((sum, cell) => sum + varianceIn(cell), 0)
  const excesses = ratios.map((ratio) => ({
    size: changeIn(ownCell) - ratio * change,
    error: Math.sqrt(varianceIn(ownCell) + ratio ** 2 * variance),
    expected: ratio * change,
    expectedError: ratio * Math.sqrt(variance),
  }))
  return Math.sqrt(variance) / complete.length > maxErrorRatio * Math.sqrt(varianceIn(ownCell))
    ? null
    : excesses
}

/**
 * The own brand in the answers outside the aim: all minus the aimed ones. `null`: unknown, too few, or inconsistent.
 */
function restOf(all: Sides, aimed: Sides): Sides | null {
  const remainder = (whole: Figure, part: Figure): Figure | null => {
    if (whole.value === null || part.value === null || whole.answers === null || part.answers === null)
      return null
    const answers = whole.answers - part.answers
    if (answers < minAnswers) return null
    const value = (whole.value * whole.answers - part.value * part.answers) / answers
    // Rounded figures may give slightly less than 0 or more than 100.
    if (value < -roundingOf(whole.answers / answers) || value > 100 + roundingOf(whole.answers / answers))
      return null
    return { value: Math.min(100, Math.max(0, value)), answers }
  }
  const [before, since] = [remainder(all.before, aimed.before), remainder(all.since, aimed.since)]
  return before === null || since === null ? null : { before, since }
}

/** Both figures are rounded to a tenth. */
const roundingOf = (times: number) => 0.1 * times

/** The rivals whose scores before the task were nearest to the own score. */
function nearest(ownSides: Sides, rivals: readonly Rival[]): readonly Rival[] {
  const score = ownSides.before.value
  if (score === null) return []
  const gap = ({ visibility }: Rival) => Math.abs((visibility.before.value ?? 0) - score)
  return rivals
    .filter(({ visibility }) => isMeasured(visibility))
    .toSorted((a, b) => gap(a) - gap(b))
    .slice(0, rivalsTogether)
}

/** The mean of several rivals, as one comparison. */
function together(near: readonly Rival[]): Compared {
  const mean = (side: keyof Sides): Figure => ({
    value: finite(near.reduce((sum, { visibility }) => sum + (visibility[side].value ?? 0), 0) / near.length),
    answers: near[0]?.visibility[side].answers ?? null,
  })
  const change = changeOf('visibility', { before: mean('before'), since: mean('since') })
  return { kind: 'rivals', name: null, of: near.length, change }
}

function changeOf(metric: MeasureChange['metric'], sides: Sides): MeasureChange {
  const measured = ({ value, answers }: Figure): Measured => ({
    value,
    answers,
    margin: margin(value, answers),
  })
  const { before, since } = sides
  const change = before.value === null || since.value === null ? null : finite(since.value - before.value)
  const ownCell = cellOf(sides)
  const isReliable = ownCell === null || change === null ? null : isBeyondLooks(sides)
  return { metric, before: measured(before), since: measured(since), change, isReliable }
}

/** Whether a change is larger than chance explains, allowing for one look each week. */
function isBeyondLooks(sides: Sides): boolean {
  const ownCell = cellOf(sides)
  const errors = deviation(
    { value: sides.since.value, previous: sides.before.value },
    { now: sides.since.answers, before: sides.before.answers },
  )
  return ownCell !== null && errors !== null && Math.abs(errors) > lookBounds.since
}

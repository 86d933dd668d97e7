/**
 * What followed a task. The own brand on the engines that the task aims at is compared with itself on the other engines, and
 * the weeks since with the sixteen before. Rivals, and every brand on every other engine on the same dates, say how much
 * such a comparison is off where no task was done.
 */
import type { Story, StoryNews } from '../../model/story.ts'
import {
  at,
  between,
  type Column,
  CUT_LOSS,
  coefficient,
  constant,
  type Data,
  LARGEST_SQUARE,
  leastSquares,
  meanOf,
  type Points,
  PRIOR_OBSERVATIONS,
  pointsOf,
  solve,
  spreadOf,
  step,
  sumOf,
  whiten,
} from './statistics.ts'
import {
  brandsOf,
  consecutive,
  knownEngines,
  type ScoredWeeks,
  type Series,
  scoreOf,
  seriesOf,
} from './weeks.ts'

const WEEKS_BEFORE = 16
/** Fewer weeks before are no base. */
const LEAST_BEFORE = 8
/** Fewer engines besides those aimed at are no comparison. */
const LEAST_OTHERS = 3
/** The first look is after this many weeks. */
const FIRST_LOOK = 3
/** The effect of today is that of this many weeks. */
const RECENT_WEEKS = 4
/** What it takes to claim an effect of one task, in standard errors; see `claimLimit`. */
const CLAIM = 2.75
/** How much stricter the limit is for several tasks: by this much of z² for each natural logarithm of their number. */
const CLAIM_BY_TASKS = 0.9
/** The look at the newest weeks alone is another one, and has to be clearer by this much. */
const RECENT_DISADVANTAGE = 0.4
/** How clearly the own brand has to differ from the rivals, and from those of them that rise with it. */
const AGAINST_RIVALS = 2
/** How clearly the engines aimed at have to change by themselves: that the others fell is no effect there. */
const BY_ITSELF = 2
/** A rival rises with the own brand from here on, and three that do are a group of their own. */
const RISES = 1.5
const LEAST_RISING = 3
/** An effect has faded when the newest weeks show none, and are lower than those before them by so much. */
const GONE = 1.5
const LOWER = 2.2

/** How many standard errors an effect takes when there are so many open tasks: the list as a whole errs as rarely as one. */
export function claimLimit(tasks: number): number {
  return Math.sqrt(CLAIM ** 2 + CLAIM_BY_TASKS * Math.log(Math.max(1, tasks)))
}

export interface Task {
  readonly brand: string
  readonly aim: readonly string[]
  /** Of the week in which the task was done. That week counts neither as before nor as since. */
  readonly monday: string
}

export interface TaskReading {
  readonly state: Exclude<Story['state'], 'unread'>
  /** Why there is no comparison; `null`: there is one. */
  readonly lacks: Exclude<Story['lacks'], 'own_brand'>
  readonly weeks: number
  /** Oldest first, with the Monday of the week in which it became news. */
  readonly said: readonly { readonly monday: string; readonly news: StoryNews }[]
  /** How many points the score of the newest weeks on the engines aimed at is from what was to be expected. */
  readonly effect: Points | null
  /** Whether it was already rising or falling there in the weeks before. */
  readonly wasMoving: boolean
}

/**
 * Pauses before each look: a story takes about 60 ms, in which nobody else would be answered.
 * @param tasks how many open tasks there are whose stories people see, this one included
 */
export function* storyInSteps(
  all: ScoredWeeks,
  { brand, aim, monday }: Task,
  tasks: number,
): Generator<void, TaskReading, void> {
  const complete = consecutive(all)
  const day = complete.findIndex((week) => week.monday === monday)
  const weeks = complete.slice(Math.max(0, day - WEEKS_BEFORE))
  const task = Math.min(day, WEEKS_BEFORE)
  const since = day < 0 ? 0 : weeks.length - task - 1
  const nothing = { said: [], effect: null, wasMoving: false, weeks: since, lacks: null }
  if (aim.length === 0) return { ...nothing, state: 'no_aim' }
  const known = knownEngines(weeks)
  const on = known.filter((engine) => aim.includes(engine))
  const off = known.filter((engine) => !aim.includes(engine))
  const isAhead = monday > (complete.at(-1)?.monday ?? monday)
  const lacks = lackOf(day, on, off)
  if (!isAhead && lacks !== null) return { ...nothing, state: 'no_comparison', lacks }
  if (since < FIRST_LOOK) return { ...nothing, state: 'too_early' }

  const comparison = comparisonOf(weeks, brand, on, off)
  const looks: (Look & { readonly monday: string })[] = []
  for (const [index, week] of weeks.slice(task + FIRST_LOOK).entries()) {
    yield
    looks.push({ monday: week.monday, ...lookAfter(comparison, task, FIRST_LOOK + index) })
  }
  const last = looks.at(-1)
  return {
    ...verdictOf(looks, claimLimit(tasks)),
    lacks: null,
    weeks: since,
    effect: last === undefined ? null : inPoints(seriesOf(weeks, brand, on).logOdds, last),
    wasMoving: last !== undefined && last.line > 0.5,
  }
}

function lackOf(weeksBefore: number, on: readonly string[], off: readonly string[]): TaskReading['lacks'] {
  if (weeksBefore < LEAST_BEFORE) return 'weeks_before'
  if (on.length === 0) return 'aimed_engines'
  return off.length < LEAST_OTHERS ? 'other_engines' : null
}

/** By scale: the own brand's contrast, the rivals', those that no task can have moved, and how they compare in size. */
function comparisonOf(weeks: ScoredWeeks, brand: string, on: readonly string[], off: readonly string[]) {
  const brands = brandsOf(weeks)
  // The variance of a contrast of the engines aimed at, as a part of that of one engine.
  const share = (1 / on.length + 1 / off.length) / (1 + 1 / (off.length - 1))
  return SCALES.map((scale) => ({
    scale,
    share,
    own: contrastOf(weeks, brand, on, off, scale),
    byItself: contrastOf(weeks, brand, on, [], scale),
    rivals: brands.filter((one) => one !== brand).map((one) => contrastOf(weeks, one, on, off, scale)),
    // Half of the pairs of brand and engine: enough to measure a spread, in half of the time.
    placebos: brands.flatMap((one, row) =>
      off
        .filter((_, column) => (row + column) % 2 === 0)
        .map((engine) => [engine, off.filter((other) => other !== engine)] as const)
        .map(([engine, others]) => contrastOf(weeks, one, [engine], others, scale)),
    ),
  }))
}

type Look = ReturnType<typeof lookAfter>

/** The look after so many weeks, in standard errors unless said otherwise. What one scale alone shows is no effect. */
function lookAfter(comparison: ReturnType<typeof comparisonOf>, task: number, weeks: number) {
  const since = Array.from({ length: weeks }, (_, index) => task + 1 + index)
  const recent = since.slice(-RECENT_WEEKS)
  const isLong = weeks > RECENT_WEEKS
  let inflation = 1
  const scales = comparison.map(({ scale, share, own, byItself, rivals, placebos }) => {
    const until = (series: Parameters<typeof between>[0]) => between(series, 0, task + weeks)
    const untouched = placebos.map(until)
    const single = spreadOf(untouched)
    // The placebos of both scales are the same numbers: they are judged once.
    if (scale === 'odds')
      inflation = inflationOf(untouched.map((one) => effectOf({ ...one, spread: single }, task, since)))
    const part = Math.sqrt(share)
    const spread = { ...single, weekly: single.weekly * part, slow: single.slow * part }
    const mine = { ...until(own), spread }
    const aimed = { ...until(byItself), spread }
    const others = rivals.map((rival) => ({ ...until(rival), spread }))
    const judge = (window: readonly number[]) => {
      const effect = effectOf(mine, task, window)
      const z = effect.size / effect.error / inflation
      const alone = effectOf(aimed, task, window)
      const isThere = (alone.size * Math.sign(z)) / alone.error / inflation > BY_ITSELF
      const theirs = others.map((one) => effectOf(one, task, window))
      return { effect, z, isThere, againstRivals: againstRivals(effect, theirs, inflation) }
    }
    const drop = isLong ? dropOf(mine, task, weeks) / inflation : 0
    return { all: judge(since), recent: judge(recent), drop }
  })
  const agreed = (window: 'all' | 'recent') =>
    weaker(scales.map(({ [window]: one }) => (one.effect.agrees && one.isThere ? one.z : 0)))
  const late = agreed('recent')
  const lateZ = Math.sign(late) * Math.max(0, Math.abs(late) - RECENT_DISADVANTAGE)
  const window = isLong && Math.abs(lateZ) > Math.abs(agreed('all')) ? 'recent' : 'all'
  const [odds] = scales
  return {
    /** Over all weeks since, or over the newest if that is clearer. */
    z: window === 'recent' ? lateZ : agreed('all'),
    againstRivals: weaker(scales.map((one) => one[window].againstRivals)),
    recent: odds?.recent.z ?? 0,
    /** The newest weeks against those before them. */
    drop: odds?.drop ?? 0,
    /** Of the newest weeks, in log-odds. */
    effect: odds?.recent.effect.size ?? 0,
    error: (odds?.recent.effect.error ?? 0) * inflation,
    /** How far the weeks before speak for a line. */
    line: odds?.all.effect.line ?? 0,
  }
}

/** The one nearest to 0 if all have the same sign; else 0. */
function weaker(list: readonly number[]): number {
  const sign = Math.sign(at(list, 0))
  return sign * Math.max(0, Math.min(...list.map((z) => z * sign)))
}

/** How much further apart effects are where no task was done than their own errors say. */
function inflationOf(placebos: readonly Effect[]): number {
  const squares = placebos.map(({ size, error }) => Math.min(LARGEST_SQUARE, (size / error) ** 2))
  const mean = (PRIOR_OBSERVATIONS + CUT_LOSS * sumOf(squares)) / (PRIOR_OBSERVATIONS + squares.length)
  return Math.sqrt(mean)
}

/** How far an effect is from those of the rivals, and from those that rise with it: the smaller of the two. */
function againstRivals(own: Effect, rivals: readonly Effect[], inflation: number): number {
  const sign = Math.sign(own.size)
  const rising = rivals.filter(({ size, error }) => (size * sign) / error / inflation > RISES)
  const groups = rising.length < LEAST_RISING ? [rivals] : [rivals, rising]
  return sign * Math.min(...groups.map((group) => sign * distance(own, group, inflation)))
}

/** From the mean of some others, in standard errors that count how far those are apart themselves. */
function distance(own: Effect, others: readonly Effect[], inflation: number): number {
  if (others.length === 0) return own.size / own.error / inflation
  const weights = others.map(({ error }) => error ** -2)
  const total = sumOf(weights)
  const mean = sumOf(others.map(({ size }, index) => size * at(weights, index))) / total
  const squares = sumOf(others.map(({ size }, index) => at(weights, index) * (size - mean) ** 2))
  const apart = Math.max(0, squares - inflation ** 2 * (others.length - 1)) / total
  const variance = inflation ** 2 * (own.error ** 2 + 1 / total) + apart * (1 + 1 / others.length)
  return (own.size - mean) / Math.sqrt(variance)
}

/** The newest weeks since a task against the earlier ones since. */
function dropOf(data: Data, task: number, weeks: number): number {
  const since = { spread: data.spread, ...between(data, task + 1, task + weeks) }
  return coefficient(leastSquares(since, [constant(weeks), step(weeks, weeks - RECENT_WEEKS)]), 1).z
}

/** What the looks say one after another; nothing is said twice. */
function verdictOf(looks: readonly (Look & { readonly monday: string })[], limit: number) {
  const said: { monday: string; news: StoryNews }[] = []
  let isShared = false
  let sign = 0
  for (const { monday, z, againstRivals: rivals, recent, drop } of looks) {
    const way = Math.sign(z)
    const isClear = z * way >= limit
    const last = said.at(-1)?.news
    let news: StoryNews | null = null
    if (last === undefined) {
      isShared = isClear && rivals * way < AGAINST_RIVALS
      sign = way
      if (isClear && !isShared) news = way > 0 ? 'up' : 'down'
    } else if (last === 'faded') news = recent * sign >= limit ? 'back' : null
    else news = recent * sign < GONE && drop * sign < -LOWER ? 'faded' : null
    if (news) said.push({ monday, news })
  }
  const state: TaskReading['state'] = said.at(-1)?.news ?? (isShared ? 'shared' : 'no_effect')
  return { state, said }
}

/** In points of the score on the engines aimed at; `null`: none of the newest weeks has a value. */
function inPoints(logOdds: readonly number[], { effect, error }: Look): Points | null {
  const recent = logOdds.slice(-RECENT_WEEKS).filter((value) => !Number.isNaN(value))
  if (recent.length === 0) return null
  const level = meanOf(recent)
  return pointsOf(effect, error, (change) => scoreOf(level) - scoreOf(level - change))
}

// A brand on the engines that a task aims at, less the same brand on the other engines, and how that changed since.

type Ids = readonly string[]

/** "The same rise" of two engines can mean log-odds, or the same part of their level: an effect has to hold in both. */
const SCALES = ['odds', 'factor'] as const

function contrastOf(weeks: ScoredWeeks, brand: string, on: Ids, off: Ids, scale: string): Series {
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
function effectOf(series: Data, task: number, window: readonly number[]): Effect {
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

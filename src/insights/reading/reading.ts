/**
 * The reading of a market: what its weeks say, judged once. Pure functions of plain data; none throws or gives NaN.
 *
 * In: `ScoredWeeks`, oldest first: per week and engine the number of answers and each brand's score (0 to 100; `null`: not
 * known). Engines, brands: ids. Weeks: their Monday, an ISO date. Weeks, engines or brands may be missing anywhere.
 * Out: points are on the scale of scores, or a difference on it; an interval holds the truth with 95 %. `logOdds` and
 * `error` are for comparisons only.
 *
 * - `collectionOf`: what the newest weeks can be compared with; what to say first.
 * - `readMarket`: every brand of a market. `readEngines`: one brand by engine.
 * - `probabilityAhead`, `standingOf`, `lastPassing`: two brands. `extremesOf`: the best and the worst of several.
 * - `storyInSteps`: what followed a task, with pauses.
 *
 * The method in short: scores become log-odds. The ordinary spread is measured over all brands at once. A change is a step
 * or a slope that least squares find against what held before, replayed week by week, with one rate of error for a family
 * (docs/adr/0015-one-reading.md).
 */

import {
  baseOf,
  type Change,
  FAMILY_RATE,
  fitChange,
  type Level,
  levelOf,
  OWN_RATE,
  pointsPerLogOdds,
  type Replayed,
  replay,
  type Segments,
  type Shape,
  spanOf,
} from './changes.ts'
import { chanceOf, meanOf, type Points, type Spread, spreadOf, sumOf, varianceOf } from './statistics.ts'
import { brandsOf, collectionOf, consecutive, type ScoredWeeks, type Series, seriesOf } from './weeks.ts'

export interface Reading {
  /** A brand, or an engine where one brand is read by engine. */
  readonly id: string
  /** Where it is now. With a slope: in the newest week. */
  readonly level: Level
  /** How many points an ordinary week is off (standard deviation). */
  readonly spread: number
  /** The Monday since which this level, or this slope, holds. */
  readonly from: string
  readonly shape: Shape
  /** Of a slope: points a week. */
  readonly rate: Points | null
  /** What became news, oldest first. */
  readonly changes: readonly Change[]
  readonly last: Change | null
  /**
   * The newest week against what held before it: what is said where nothing is news ("between −1.9 and +2.4 points"), and
   * how likely chance alone makes that much of a difference.
   * `null`: that week has no value, or nothing held before it.
   */
  readonly newestWeek: (Points & { readonly chance: number }) | null
  /** The level of each week as it was read then; `null`: nothing was collected until then. */
  readonly history: readonly { readonly monday: string; readonly level: Level | null }[]
}

export type Readings = ReadonlyMap<string, Reading>

/**
 * Reads several series as one family: they share `spread`, and `q` is the share of quiet weeks in which any of them makes a
 * claim. The weeks of all are the same, and consecutive. What has no value at all has no reading.
 */
function read(list: readonly Series[], spread: Spread, q: number): Readings {
  const all = list.map((series) => ({ ...series, spread }))
  const replays = replay(all, q)
  const readings = all.map((series, index) => readingOf(series, replays[index] ?? []))
  return new Map(readings.flatMap((reading) => (reading === null ? [] : [[reading.id, reading] as const])))
}

/** `known`: by week, what was known of the series then. */
function readingOf(series: Replayed, known: readonly Segments[]): Reading | null {
  const held = known.map((segments, week) => {
    const segment = segments.at(-1)
    if (segment === undefined) return null
    const span = spanOf(series, segment.from, week)
    return { ...segment, span, ...levelOf(span, segment.shape) }
  })
  const now = held.at(-1)
  if (!now) return null
  const changes = (known.at(-1) ?? []).flatMap(({ change }) => change ?? [])
  const { mondays, variance, spread } = series
  const ordinary = varianceOf(variance.findLast(Number.isFinite) ?? 0, spread) + spread.slow ** 2
  const values = now.span.logOdds.filter((value) => !Number.isNaN(value)).length
  const newest = fitChange(now.span, now.shape, 'step', known.length - 1)
  const isComparable = Number.isFinite(variance.at(-1)) && values > baseOf(now.span, now.shape).length
  return {
    id: series.id,
    level: now.level,
    spread: Math.sqrt(ordinary) * pointsPerLogOdds(now.level.logOdds),
    from: mondays[now.from] ?? '',
    shape: now.shape,
    rate: now.rate,
    changes,
    last: changes.at(-1) ?? null,
    newestWeek: isComparable ? { ...newest.size, chance: newest.chance } : null,
    history: held.map((week, index) => ({ monday: mondays[index] ?? '', level: week?.level ?? null })),
  }
}

/** Every brand of a market on some engines together (all that can be compared, or those asked for). */
function brandSeries(all: ScoredWeeks, engines: readonly string[]): Series[] {
  const weeks = consecutive(all)
  return brandsOf(weeks).map((brand) => seriesOf(weeks, brand, engines))
}

/** The same, or some of the brands, on each engine by itself. */
function engineSeries(all: ScoredWeeks, brands = brandsOf(all)): Series[] {
  const weeks = consecutive(all)
  const { engines } = collectionOf(all)
  return engines.flatMap((engine) => brands.map((brand) => seriesOf(weeks, brand, [engine], engine)))
}

/** What all brands ordinarily vary, on some engines together, and on single ones. */
export const spreadOfBrands = (weeks: ScoredWeeks, engines: readonly string[]): Spread =>
  spreadOf(brandSeries(weeks, engines))
export const spreadOnEngines = (weeks: ScoredWeeks): Spread => spreadOf(engineSeries(weeks))

/** The rivals are one family; the own brand is read by itself. */
export function readMarket(weeks: ScoredWeeks, own: string, engines = collectionOf(weeks).engines): Readings {
  const list = brandSeries(weeks, engines)
  const spread = spreadOf(list)
  const mine = list.filter(({ id }) => id === own)
  const rivals = list.filter(({ id }) => id !== own)
  return new Map([...read(mine, spread, OWN_RATE), ...read(rivals, spread, FAMILY_RATE)])
}

/** One brand on each engine by itself, as one family. The spread is that of all brands on single engines. */
export const readEngines = (weeks: ScoredWeeks, brand: string): Readings =>
  read(engineSeries(weeks, [brand]), spreadOnEngines(weeks), FAMILY_RATE)

/** Which of two brands is ahead, whether one has passed the other, and which of several stand out. */

/** Below this probability, and above the rest, who is ahead is settled; between them it is too close to call. */
const SETTLED = 0.975

/** How likely `a` is truly ahead of `b`, from 0 to 1. */
export function probabilityAhead(a: Level, b: Level): number {
  const z = (a.logOdds - b.logOdds) / Math.hypot(a.error, b.error)
  const behind = chanceOf(z) / 2
  return z > 0 ? 1 - behind : behind
}

export type Standing = 'ahead' | 'behind' | 'too_close'

export function standingOf(a: Level, b: Level): Standing {
  const probability = probabilityAhead(a, b)
  return probability > SETTLED ? 'ahead' : probability < 1 - SETTLED ? 'behind' : 'too_close'
}

/**
 * The last time that one brand passed another: it was settled that it was behind, later that it is ahead, or the other way
 * round. Weeks that were too close to call between the two change nothing.
 * @returns the week in which the new order was settled; `null`: the order was always the same
 */
export function lastPassing(
  a: Reading,
  b: Reading,
): { readonly monday: string; readonly standing: 'ahead' | 'behind' } | null {
  let settled: Standing | null = null
  let passing: ReturnType<typeof lastPassing> = null
  for (const [week, { monday, level }] of a.history.entries()) {
    const other = b.history[week]?.level
    if (!level || !other) continue
    const standing = standingOf(level, other)
    if (standing === 'too_close') continue
    if (settled !== null && settled !== standing) passing = { monday, standing }
    settled = standing
  }
  return passing
}

/** How often one of several equal ones is named at each end. */
const RISK = 0.05
/** How certain the first has to be of its place before the second. */
const AHEAD_OF_NEXT = 0.95

/** The best and the worst of those with a level; `null`: none differs from the others by more than ordinary variation. */
export function extremesOf<Item>(items: readonly Item[], levelOf: (item: Item) => Level | null) {
  const order = items
    .flatMap((item) => {
      const level = levelOf(item)
      return level ? [{ item, level }] : []
    })
    .toSorted((a, b) => b.level.logOdds - a.level.logOdds)
  const levels = order.map(({ level }) => level)
  const standing = (index: number, neighbour: number) => {
    const [one, next] = [order.at(index), order.at(neighbour)]
    if (!one || !next || one === next || !standsOut(one.level, levels)) return null
    const ahead = probabilityAhead(one.level, next.level)
    return Math.max(ahead, 1 - ahead) > AHEAD_OF_NEXT ? one.item : null
  }
  return { best: standing(0, 1), worst: standing(-1, -2) }
}

/** Whether one differs from the mean of the others, for as many as might have. */
function standsOut(one: Level, all: readonly Level[]): boolean {
  const others = all.filter((level) => level !== one)
  const mean = meanOf(others.map(({ logOdds }) => logOdds))
  const error = Math.sqrt(sumOf(others.map((other) => other.error ** 2))) / others.length
  return chanceOf((one.logOdds - mean) / Math.hypot(one.error, error)) * all.length < RISK
}

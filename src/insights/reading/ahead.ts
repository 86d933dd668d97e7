/** Which of two brands is ahead, whether one has passed the other, and which of several stand out. */
import type { Level } from './model.ts'
import { chanceOf, meanOf, sumOf } from './numbers.ts'
import type { Reading } from './reading.ts'

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

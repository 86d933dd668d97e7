/** The best and the worst of several, where they differ from the others by more than ordinary variation. */
import { probabilityAhead } from './ahead.ts'
import type { Level } from './model.ts'
import { chanceOf, meanOf, sumOf } from './numbers.ts'
import type { Reading } from './reading.ts'

/** How often one of several equal ones is named at each end. */
const RISK = 0.05
/** How certain the first has to be of its place before the second. */
const AHEAD_OF_NEXT = 0.95

export interface Extremes {
  /** The reading's id; `null`: none stands out. */
  readonly best: string | null
  readonly worst: string | null
}

/** Compares levels, not single weeks. */
export function extremesOf(readings: Iterable<Pick<Reading, 'id' | 'level'>>): Extremes {
  const order = [...readings].sort((a, b) => b.level.logOdds - a.level.logOdds || (a.id < b.id ? -1 : 1))
  const levels = order.map(({ level }) => level)
  const standing = (index: number, neighbour: number) => {
    const [one, next] = [order.at(index), order.at(neighbour)]
    if (!one || !next || one === next || !standsOut(one.level, levels)) return null
    const ahead = probabilityAhead(one.level, next.level)
    return Math.max(ahead, 1 - ahead) > AHEAD_OF_NEXT ? one.id : null
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

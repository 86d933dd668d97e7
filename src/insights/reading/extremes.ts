/** The best and the worst of several, where they differ from the others by more than ordinary variation. */
import { probabilityAhead } from './ahead.ts'
import type { Level } from './model.ts'
import { chanceOf, meanOf, sumOf } from './numbers.ts'

/** How often one of several equal ones is named at each end. */
const RISK = 0.05
/** How certain the first has to be of its place before the second. */
const AHEAD_OF_NEXT = 0.95

/** Of those with a level; `null`: none stands out. */
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

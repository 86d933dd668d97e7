/** Which of two brands is ahead, and whether one has passed the other. */
import type { Level } from './model.ts'
import { chanceOf } from './numbers.ts'
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

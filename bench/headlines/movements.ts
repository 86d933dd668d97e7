/** What may happen to a simulated market. */
import {
  BRANDS,
  ENGINES,
  type Movement,
  moved,
  normal,
  type Plan,
  type Presence,
  randomOf,
} from './market.ts'

/** Brings a brand to a true score, by the same factor on all engines, or by as much as it takes on few. */
export function bring(presence: Presence, plan: Plan, brand: number, score: number, fewOf?: string): void {
  const scoreOn = (engine: number) => plan.scoreIfNamed[engine]?.[brand] ?? 1
  const had = presence.reduce((sum, row, engine) => sum + (row[brand] ?? 0) * scoreOn(engine), 0)
  if (fewOf === undefined) {
    for (const row of presence)
      row[brand] = Math.min(0.97, ((row[brand] ?? 0) * score * ENGINES.length) / had)
    return
  }
  let left = score * ENGINES.length - had
  const random = randomOf('few', fewOf)
  const engines = ENGINES.map((_, engine) => ({ engine, order: random() }))
  for (const { engine } of engines.toSorted((a, b) => a.order - b.order)) {
    if (Math.abs(left) < 0.01) return
    const row = presence[engine] ?? []
    const before = row[brand] ?? 0
    const after = Math.max(0.01, Math.min(0.97, before + left / scoreOn(engine)))
    left -= (after - before) * scoreOn(engine)
    row[brand] = after
  }
}

/** From a week on, one of the two brands is so many of its standard errors higher or lower. */
export const shift =
  (who: 'own' | 'rival', errors: number, from: number, fewOf?: string): Movement =>
  (presence, week, plan) => {
    const brand = plan[who]
    if (week >= from)
      bring(presence, plan, brand, (plan.level[brand] ?? 0) + errors * plan.errors[who], fewOf)
  }

/** The own brand's log-odds on some engines, or all, moved by a function of the week. */
export const ownBy =
  (by: (week: number) => number, engines?: readonly number[]): Movement =>
  (presence, week, { own }) => {
    for (const [engine, row] of presence.entries())
      if (engines?.includes(engine) ?? true) row[own] = moved(row[own] ?? 0, by(week))
  }

export const both =
  (one: Movement, other: Movement): Movement =>
  (presence, week, plan) => {
    one(presence, week, plan)
    other(presence, week, plan)
  }

/**
 * Every brand wobbles by itself: a standard deviation in log-odds, and how much of it is left a week later (0: it comes anew
 * each week; 1: a random walk).
 */
export function wobble(seed: string, sd: number, memory = 0, isShared = false): Movement {
  const random = randomOf('wobble', seed, sd, memory, String(isShared))
  const rows = isShared ? [0] : ENGINES
  const offsets: number[][][] = []
  const fresh = memory === 1 ? sd : sd * Math.sqrt(1 - memory ** 2)
  return (presence, week) => {
    while (offsets.length <= week) {
      const last = offsets.at(-1)
      offsets.push(
        rows.map((_, engine) =>
          BRANDS.map((_name, brand) =>
            last === undefined
              ? memory === 1
                ? 0
                : sd * normal(random)
              : memory * (last[engine]?.[brand] ?? 0) + fresh * normal(random),
          ),
        ),
      )
    }
    for (const [engine, row] of presence.entries())
      for (const [brand, p] of row.entries())
        row[brand] = moved(p, offsets[week]?.[isShared ? 0 : engine]?.[brand] ?? 0)
  }
}

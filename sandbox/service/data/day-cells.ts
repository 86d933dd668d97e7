/** One day's measurements for each brand and engine of an analysis, computed on first use and cached. */
import { answersOn, engineKey } from './answers.ts'
import type { Project } from './catalog.ts'
import type { Effects } from './effects.ts'
import { leanings, levels, presenceOn, rankingOn, visibilityOn } from './market.ts'
import { seatOf } from './mentions.ts'
import { at, mix, unit } from './random.ts'

/** The index of a cell is `brand * engines + engine`, both indexes within the project. */
export interface DayCells {
  /** Per engine: answers collected. */
  readonly answers: Uint16Array
  /** Per cell: visibility score in percent. */
  readonly visibility: Float64Array
  /** Per cell: answers that name the brand. */
  readonly naming: Uint16Array
  /** Per cell: how many mentions those answers contain. */
  readonly mentions: Uint16Array
  /** Per cell: where on the brand's ring its mentions start (see `mentions.ts`). */
  readonly seat: Uint16Array
  /** Per cell: average position in the answers that name the brand. */
  readonly place: Float64Array
}

/** The cache's size in days: enough for two periods of a year. */
const KEPT = 1500

/** @param brandIndexes indexes of the project's brands in `ALL_BRANDS`. @returns a function from a day to its cells. */
export function createDayCells(
  key: number,
  project: Project,
  brandIndexes: readonly number[],
  effects: Effects,
): (day: number) => DayCells {
  const engines = project.sources.map(engineKey)
  const leaning = brandIndexes.map((brand) => leanings(key, brand, engines))
  const cache = new Map<number, DayCells>()
  let cachedEffects = effects.count()

  function measure(day: number): DayCells {
    const count = brandIndexes.length * engines.length
    const cells: DayCells = {
      answers: Uint16Array.from(project.sources, (source) => answersOn(key, project, source, day)),
      visibility: new Float64Array(count),
      naming: new Uint16Array(count),
      mentions: new Uint16Array(count),
      seat: new Uint16Array(count),
      place: new Float64Array(count),
    }
    for (const [b, brand] of brandIndexes.entries()) {
      const { mean, extra } = levels(key, brand, day, engines.length)
      for (const [e, engine] of engines.entries()) {
        const cell = b * engines.length + e
        const cellKey = mix(mix(key, 1000 + brand), engine)
        const chance = mix(mix(cellKey, 13), day)
        const added = effects.pointsOn(at(project.brands, b), at(project.sources, e), day)
        const visibility = visibilityOn(mean, at(at(leaning, b), e), at(extra, e) + added, cellKey, day)
        const naming = Math.floor(at(cells.answers, e) * presenceOn(visibility) + unit(chance))
        const again = naming * (0.2 + 0.7 * unit(mix(cellKey, 14))) + unit(mix(chance, 1))
        cells.visibility[cell] = visibility
        cells.naming[cell] = naming
        cells.mentions[cell] = naming + Math.floor(again)
        cells.seat[cell] = seatOf(mix(chance, 2))
        cells.place[cell] = rankingOn(visibility, cellKey)
      }
    }
    return cells
  }

  return (day) => {
    if (cachedEffects !== effects.count()) cache.clear()
    cachedEffects = effects.count()
    const cached = cache.get(day)
    if (cached) return cached
    const cells = measure(day)
    cache.set(day, cells)
    const [oldest] = cache.keys()
    if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest)
    return cells
  }
}

/** The weeks of an analysis, read up to one of them. */
import type { MarketWeek as StoredWeek } from '../model/market-week.ts'
import {
  type Collection,
  collectionOf,
  type MarketWeeks,
  type Readings,
  readEngines,
  readMarket,
} from './reading/index.ts'

/** What the weeks of an analysis say of its brands in the newest of them. */
export interface Market {
  /** The Monday of the newest week. */
  readonly monday: string
  /** Oldest first. */
  readonly weeks: MarketWeeks
  /** What the newest week can be compared with: what is missing or fewer is said first. */
  readonly collection: Collection
  /** Every brand on the engines asked for, or on all that can be compared. */
  readonly brands: Readings
  /** One brand on each engine that can be compared. */
  readonly onEngines: (brand: string) => Readings
}

/**
 * @param stored oldest first
 * @param asked.own the own brand, `''`: none is known
 * @param asked.engines by the service's names; empty: all
 * @returns `null` without a week
 */
export function marketOf(
  stored: readonly StoredWeek[],
  { own, engines }: { readonly own: string; readonly engines: readonly string[] },
): Market | null {
  const monday = stored.at(-1)?.week
  if (monday === undefined) return null
  const weeks = comparableWeeks(stored)
  const collection = collectionOf(weeks)
  const asked =
    engines.length === 0
      ? collection.engines
      : collection.engines.filter((engine) => engines.includes(engine))
  return {
    monday,
    weeks,
    collection,
    brands: readMarket(weeks, own, asked),
    onEngines: (brand) => readEngines(weeks, brand),
  }
}

/** The weeks as readings compare them. A brand that the service doesn't list was in no answer, if it lists all. */
export function comparableWeeks(stored: readonly StoredWeek[]): MarketWeeks {
  return stored.map(({ week, brands, brandsLeftOut, engines }) => ({
    monday: week,
    engines: new Map(
      Object.entries(engines).flatMap(([engine, read]) => {
        if (read === null || read.answers === null) return []
        const scores = brands.map(({ name }, index): [string, number | null] => {
          const figures = read.figures[index] ?? null
          return [name, figures === null ? (brandsLeftOut === 0 ? 0 : null) : figures[0]]
        })
        return [[engine, { answers: read.answers, scores: new Map(scores) }]]
      }),
    ),
  }))
}

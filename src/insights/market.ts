/** The weeks of an analysis, read up to one of them. */
import type { BrandRow } from '../api/index.ts'
import { type MarketWeek, ownBrandsIn, type ReportPeriod, scoreIn } from '../model/reports.ts'
import { lengthOf } from './collected.ts'
import { type Readings, readEngines, readMarket, spreadOfBrands, spreadOnEngines } from './reading/reading.ts'
import type { Spread } from './reading/statistics.ts'
import { type Collection, collectionOf, type ScoredWeeks } from './reading/weeks.ts'
import { bySample, type Ordinary } from './significance.ts'

/** What the weeks of an analysis say of its brands in the newest of them. */
export interface Market {
  readonly monday: string
  /** The own brand; `''`: none is known. */
  readonly own: string
  /** The question is about a part of these answers: they say what is ordinary, but not what changed. */
  readonly isPart: boolean
  /** The weeks as the service has them, oldest first. */
  readonly stored: readonly MarketWeek[]
  readonly weeks: ScoredWeeks
  /** What the newest week can be compared with: what is missing or fewer is said first. */
  readonly collection: Collection
  /** Every brand on the engines asked for, or on all that can be compared. */
  readonly brands: Readings
  /** One brand on each engine that can be compared. */
  readonly onEngines: (brand: string) => Readings
  /** What brands ordinarily vary from week to week: in the answers asked for, and in a part of them. */
  readonly spread: { readonly whole: Spread; readonly part: Spread }
}

/** With fewer weeks, what is ordinary isn't known yet. */
const leastWeeks = 5

/** The market, if it says what changed in a report's period: this is its newest week, and it has enough of them. */
export function ofWeek(market: Market | null, { period }: { readonly period: ReportPeriod }): Market | null {
  // A Monday, and some months, begin with a week.
  if (market === null || market.isPart || market.monday !== period.start || lengthOf(period) !== 7)
    return null
  return market.weeks.length >= leastWeeks && market.brands.size > 0 ? market : null
}

export function ordinaryOf(market: Market | null, period: ReportPeriod, of: 'whole' | 'part'): Ordinary {
  if (market === null) return bySample
  return { spread: market.spread[market.isPart ? 'part' : of], weeks: lengthOf(period) / 7 }
}

/**
 * @param stored oldest first
 * @param asked.engines by the service's names; empty: all
 * @returns `null` without a week
 */
export function marketOf(
  stored: readonly MarketWeek[],
  { engines, isPart = false }: { readonly engines: readonly string[]; readonly isPart?: boolean },
): Market | null {
  const monday = stored.at(-1)?.week
  if (monday === undefined) return null
  const weeks = comparableWeeks(stored)
  const own = ownBrandsIn(stored)[0] ?? ''
  const collection = collectionOf(weeks)
  const asked =
    engines.length === 0
      ? collection.engines
      : collection.engines.filter((engine) => engines.includes(engine))
  let brands: Readings | null = null
  let spread: Market['spread'] | null = null
  const onEngines = new Map<string, Readings>()
  return {
    monday,
    own,
    isPart,
    stored,
    weeks,
    collection,
    // Read when asked for, because a reading of a year takes about 20 ms.
    get brands() {
      brands ??= readMarket(weeks, own, asked)
      return brands
    },
    get spread() {
      spread ??= { whole: spreadOfBrands(weeks, asked), part: spreadOnEngines(weeks) }
      return spread
    },
    onEngines(brand) {
      const readings = onEngines.get(brand) ?? readEngines(weeks, brand)
      onEngines.set(brand, readings)
      return readings
    },
  }
}

/** A brand's score on the engines asked for; `null`: unknown, as on several together. */
export function scoreOn(week: MarketWeek, [engine, second]: readonly string[], brand: string) {
  return second === undefined ? scoreIn(week, engine ?? null, brand) : null
}

/**
 * The brands of the newest week as the service listed them, with their values in the week before; on one engine, or on all.
 * Metrics that aren't stored have no value. `null`: nothing was collected there, or the week isn't complete here, because
 * only the best brands of a large market are kept.
 */
export function storedRows(stored: readonly MarketWeek[], engine: string | null): readonly BrandRow[] | null {
  const [before, now] = [stored.at(-2), stored.at(-1)]
  if (now === undefined || before === undefined || now.brandsLeftOut + before.brandsLeftOut > 0) return null
  if (Temporal.PlainDate.from(before.week).add({ weeks: 1 }).toString() !== now.week) return null
  const on = (week: MarketWeek) => (engine === null ? week.all : (week.engines[engine] ?? null))
  const listed = on(now)
  if (listed === null) return null
  const nothing = { value: null, prev_value: null, unit: '' }
  return now.brands.flatMap(({ name, mine }, index): BrandRow[] => {
    const figures = listed.figures[index] ?? null
    if (figures === null) return []
    const then = on(before)?.figures[before.brands.findIndex((brand) => brand.name === name)] ?? null
    const metric = (at: 0 | 1 | 2, unit: string) => ({
      value: figures[at],
      prev_value: then?.[at] ?? null,
      unit,
    })
    return [
      {
        brand: name,
        is_my_brand: mine,
        visibility_score: metric(0, now.unit),
        presence_rate: metric(1, now.unit),
        presence_rate_total: metric(2, ''),
        total_mentions: nothing,
        presence_rate_occurrences: nothing,
        avg_ranking: nothing,
      },
    ]
  })
}

/** The weeks as readings compare them. A brand that the service doesn't list was in no answer, if it lists all. */
export function comparableWeeks(stored: readonly MarketWeek[]): ScoredWeeks {
  return stored.map((week) => ({
    monday: week.week,
    engines: new Map(
      Object.entries(week.engines).flatMap(([engine, read]) => {
        if (read === null || read.answers === null) return []
        const scores = new Map(week.brands.map(({ name }) => [name, scoreIn(week, engine, name)]))
        return [[engine, { answers: read.answers, scores }]]
      }),
    ),
  }))
}

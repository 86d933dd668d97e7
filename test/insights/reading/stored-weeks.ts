/** Weeks of a market as they are stored, with planted scores and ordinary variation. */
import { marketOf, storedRows } from '../../../src/insights/market.ts'
import type { MarketWeek } from '../../../src/model/reports.ts'
import { Chance } from '../../chance.ts'
import { lastWeek, service } from '../service.ts'

interface Planted {
  readonly engines: readonly string[]
  readonly brands: readonly string[]
  /** The Monday of the newest week. */
  readonly newest: string
  /** How many weeks, oldest first. */
  readonly count: number
  /** Answers of each engine in each week. */
  readonly answers?: number
  readonly seed?: number
  /** The true score; `week` is 0 in the newest week and -1 in the one before. `null`: the engine was not collected. */
  readonly score: (at: { week: number; engine: string; brand: string }) => number | null
}

export type Score = Planted['score']

export const engines = ['ChatGPT', 'Claude', 'Gemini', 'Google', 'Perplexity']
export const brands = ['Own', 'Acme', 'Globex', 'Initech', 'Umbrella']

/** A market of these brands some weeks ago, by default none, and the service that has its weeks. */
export function plantedMarket(
  score: Score,
  { ago = 0, ...more }: Partial<Omit<Planted, 'score'>> & { readonly ago?: number } = {},
) {
  const all = storedWeeks({ engines, brands, newest: lastWeek.start, count: 20, score, ...more })
  const stored = all.slice(0, all.length - ago)
  const market = marketOf(stored, { engines: [] })
  if (market === null) throw new Error('no weeks')
  const api = service({
    engines,
    brands: ({ sources, date_start }) => {
      const known = stored.filter(({ week }) => week <= date_start)
      return storedRows(known, sources?.[0] ?? null) ?? []
    },
  })
  return { stored, market, api }
}

/** The first brand is the own one. Drawn scores are means over answers that name the brand or not. */
export function storedWeeks({
  engines,
  brands,
  newest,
  count,
  answers = 330,
  seed = 5,
  score,
}: Planted): MarketWeek[] {
  const chance = new Chance(seed)
  const drawn = (truth: number) => {
    let named = 0
    for (let answer = 0; answer < answers; answer += 1) named += chance.happens(truth / 100) ? 1 : 0
    return Math.round((1_000 * named) / answers) / 10
  }
  return Array.from({ length: count }, (_, index): MarketWeek => {
    const week = index - count + 1
    const monday = Temporal.PlainDate.from(newest).add({ weeks: week })
    const figures = engines.map((engine) => {
      const scores = brands.map((brand) => score({ week, engine, brand }))
      return scores.includes(null) ? null : scores.map((truth) => drawn(truth ?? 0))
    })
    const collected = figures.filter((scores) => scores !== null)
    const mean = (brand: number) =>
      Math.round((10 * collected.reduce((sum, scores) => sum + (scores[brand] ?? 0), 0)) / collected.length) /
      10
    const engineWeek = (scores: readonly number[], of: number) => ({
      answers: of,
      figures: scores.map((one): [number, number, number] => [one, one, of]),
    })
    return {
      week: monday.toString(),
      days: Array.from({ length: 7 }, (_day, day) => monday.add({ days: day }).toString()),
      unit: '%',
      brands: brands.map((name, at) => ({ name, mine: at === 0 })),
      brandsLeftOut: 0,
      all: engineWeek(
        brands.map((_brand, at) => mean(at)),
        answers * collected.length,
      ),
      engines: Object.fromEntries(
        engines.map((engine, at) => [engine, figures[at] ? engineWeek(figures[at], answers) : null]),
      ),
    }
  })
}

/** Weeks as `fillWeeks` would have stored them. */
import type { AnalysisScope } from '../../src/api/index.ts'
import { hashed } from '../../src/lib/strings.ts'
import { noFilters } from '../../src/model/question.ts'
import type { MarketWeek } from '../../src/model/reports.ts'
import type { Store } from '../../src/store/index.ts'
import { storedQuestion } from '../../src/weeks/weeks.ts'
import { noise } from '../insights/reading/weeks.ts'

export const ENGINES = ['ChatGPT', 'Claude', 'Copilot', 'Gemini', 'Perplexity']
export const BRANDS = ['Northwind', 'Acme', 'Globex', 'Fabrikam', 'Initech', 'Contoso']

/** Points by which a brand (an index, 0: the own one) moves on an engine in a week (its Monday). */
export type Move = (monday: string, engine: string, brand: number) => number

/** Ordinary weeks from a Monday on, with what is planted in them. */
export function plantedWeeks(first: string, count: number, move: Move = () => 0): MarketWeek[] {
  return Array.from({ length: count }, (_, index) => {
    const week = Temporal.PlainDate.from(first).add({ weeks: index }).toString()
    const read = (engine: string, place: number) => ({
      answers: 330,
      figures: BRANDS.map((_, brand): [number, number, number] => {
        const score = 45 - 4 * brand + 2.7 * noise(index, place, brand) + move(week, engine, brand)
        return [Math.round(score * 100) / 100, 30, 330]
      }),
    })
    return {
      week,
      days: null,
      unit: '%',
      brands: BRANDS.map((name, brand) => ({ name, mine: brand === 0 })),
      brandsLeftOut: 0,
      all: read('all', ENGINES.length),
      engines: Object.fromEntries(ENGINES.map((engine, place) => [engine, read(engine, place)])),
    }
  })
}

/** Stores weeks of an analysis, as a workspace with the key `K1` sees them. */
export async function plantWeeks(
  { marketWeeks }: Pick<Store, 'marketWeeks'>,
  of: { readonly team: string; readonly scope: AnalysisScope; readonly topics?: readonly string[] },
  weeks: readonly MarketWeek[],
  now: Temporal.Instant,
): Promise<void> {
  const filters = { ...noFilters, topics: of.topics ?? [] }
  const question = storedQuestion.parse({ scope: of.scope, filters })
  const market = hashed(JSON.stringify([question, 'K1']))
  const due = new Map(weeks.map(({ week }) => [week, now]))
  await marketWeeks.want({ team: of.team, market, question: JSON.stringify(question) }, due, '2000-01-01')
  for (const week of weeks)
    await marketWeeks.save({ team: of.team, market, week: week.week }, JSON.stringify(week), now, null)
}

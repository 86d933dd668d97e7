import * as z from 'zod'

/** The service's numbers, unchanged; `null`: it gave none. */
const number = z.number().nullable()

/** What an engine's answers say of each brand, in the order of the week's `brands`. */
const engineWeek = z.object({
  /** The most answers that any brand was looked for in. */
  answers: number,
  /** Visibility score, presence rate, and the answers behind them; `null`: the service doesn't list the brand here. */
  figures: z.array(z.tuple([number, number, number]).readonly().nullable()).readonly(),
})

/** One week of an analysis, as it is stored. */
export const marketWeek = z.object({
  /** Its Monday, `YYYY-MM-DD`. */
  week: z.string(),
  /** The days on which answers were collected, `YYYY-MM-DD`; `null`: unknown. */
  days: z.array(z.string()).readonly().nullable(),
  /** The unit of the scores, for example `%`; `''`: the service names none. */
  unit: z.string(),
  /** The own brands, the best ones, and those nearest to the own one; best visibility first. */
  brands: z.array(z.object({ name: z.string(), mine: z.boolean() }).readonly()).readonly(),
  /** How many brands the service lists besides these. If 0, a brand that is missing above is in no answer. */
  brandsLeftOut: z.number(),
  all: engineWeek.readonly().nullable(),
  /** By the service's name of the engine; `null`: not collected, which is not "in none of its answers". */
  engines: z.record(z.string(), engineWeek.readonly().nullable()).readonly(),
})

export type MarketWeek = Readonly<z.infer<typeof marketWeek>>
export type EngineWeek = NonNullable<MarketWeek['all']>

/** A brand's score; `null`: unknown. A brand that a complete list lacks was in no answer. @param engine `null`: on all */
export function scoreIn(
  { brands, brandsLeftOut, all, engines }: MarketWeek,
  engine: string | null,
  brand: string,
): number | null {
  const read = engine === null ? all : (engines[engine] ?? null)
  if (read === null) return null
  const figures = read.figures[brands.findIndex(({ name }) => name === brand)] ?? null
  return figures === null ? (brandsLeftOut === 0 ? 0 : null) : figures[0]
}

/** The names of the own brands, those of the newest week first. @param weeks oldest first */
export function ownBrandsIn(weeks: readonly MarketWeek[]): readonly string[] {
  const own = weeks.toReversed().flatMap(({ brands }) => brands.filter(({ mine }) => mine))
  return [...new Set(own.map(({ name }) => name))]
}

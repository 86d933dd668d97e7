/** Changes injected into the demo's analyses, so that their consequences are known. */
import { OWN_BRAND } from './catalog.ts'
import { dayFromDate } from './days.ts'

/** As the `shift` of a planted market, by days. */
export interface Effect {
  /** Left out: the own one. */
  readonly brand?: string
  /** Left out: all. */
  readonly engine?: string
  /** The first day, UTC: `YYYY-MM-DD`. */
  readonly from: string
  /** Added to its visibility score. */
  readonly points: number
  /** Left out: for good. */
  readonly days?: number
}

export interface Effects {
  add(effect: Effect): void
  /** How many there are; a new one invalidates earlier measurements. */
  count(): number
  pointsOn(brand: string, engine: string, day: number): number
}

export function createEffects(planted: readonly Effect[] = []): Effects {
  const effects: ((brand: string, engine: string, day: number) => number)[] = []
  const add = ({ brand = OWN_BRAND, engine, from, points, days = Number.POSITIVE_INFINITY }: Effect) => {
    const first = dayFromDate(Temporal.PlainDate.from(from))
    effects.push((ofBrand, onEngine, day) =>
      brand === ofBrand && (engine === undefined || engine === onEngine) && day >= first && day < first + days
        ? points
        : 0,
    )
  }
  for (const effect of planted) add(effect)
  return {
    add,
    count: () => effects.length,
    pointsOn: (brand, engine, day) => effects.reduce((sum, of) => sum + of(brand, engine, day), 0),
  }
}

/** Changes planted in the demo's analyses, so that tests know what to expect. */
import { OWN_BRAND } from './catalog.ts'
import { dayFromDate } from './days.ts'

/** Like the `shift` of a planted market, but measured in days. */
export interface Effect {
  /** The own brand by default. */
  readonly brand?: string
  /** All engines by default. */
  readonly engine?: string
  /** The first day, UTC: `YYYY-MM-DD`. */
  readonly from: string
  /** Points added to the visibility score. */
  readonly points: number
  /** Permanent by default. */
  readonly days?: number
}

export function createEffects(planted: readonly Effect[] = []) {
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
    /** The number of effects. A new effect invalidates cached measurements. */
    count: (): number => effects.length,
    pointsOn: (brand: string, engine: string, day: number): number =>
      effects.reduce((sum, of) => sum + of(brand, engine, day), 0),
  }
}

export type Effects = ReturnType<typeof createEffects>

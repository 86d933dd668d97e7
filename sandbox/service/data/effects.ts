/** Changes planted in the demo's analyses, so that tests know what to expect. */
import { z } from 'zod'
import { OWN_BRAND } from './catalog.ts'
import { dayFromDate } from './days.ts'

/** A brand's shift from a day on. */
export const Effect = z.object({
  /** The own brand by default. */
  brand: z.string().exactOptional(),
  /** All engines by default. */
  engine: z.string().exactOptional(),
  /** The first day, UTC: `YYYY-MM-DD`. */
  from: z.iso.date(),
  /** Points added to the visibility score. */
  points: z.number(),
  /** Permanent by default. */
  days: z.int().min(1).exactOptional(),
})
export type Effect = z.infer<typeof Effect>

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

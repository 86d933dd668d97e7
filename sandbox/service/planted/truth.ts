/** The true values of a planted market, computed from its plan rather than from the drawn answers. */
import type { Source } from '../data/catalog.ts'
import type { DayRange } from '../data/days.ts'
import { MEAN_SQUARED_WORTH, namingOf } from './answers.ts'
import { type Market, marketOf, type PlantedMarket } from './plan.ts'

export interface MarketTruth {
  readonly market: Market
  /** Expected score in percent over the collected answers; `null` if there are none. */
  score(brand: number, range: DayRange, engines?: readonly Source[]): number | null
  /** Standard error of the score, in points. */
  standardError(brand: number, range: DayRange, engines?: readonly Source[]): number | null
  /** Standard error of the score's change between two ranges, in points. */
  changeError(brand: number, before: DayRange, now: DayRange, engines?: readonly Source[]): number | null
  /** Brands by expected score, best first, without absent brands. */
  order(range: DayRange, engines?: readonly Source[]): readonly number[]
  /** The days of one of the market's weeks, counted from 0. */
  week(index: number): DayRange
}

/** The variance of one answer's score, in points squared, for a brand with an expected score of `level` percent. */
export function answerVariance(level: number): number {
  return 100 * 100 * (namingOf(level) * MEAN_SQUARED_WORTH - (level / 100) ** 2)
}

export function truthOf(plan: PlantedMarket): MarketTruth {
  const market = marketOf(plan)
  const moments = (brand: number, { from, to }: DayRange, engines: readonly Source[] | undefined) => {
    let [answers, scores, variances] = [0, 0, 0]
    for (const [engine, source] of plan.engines.entries()) {
      if (engines !== undefined && !engines.includes(source)) continue
      for (let day = from; day <= to; day++) {
        const count = market.answersOn(engine, day)
        const level = market.levelOf(brand, engine, market.weekOf(day))
        answers += count
        scores += count * level
        variances += count * answerVariance(level)
      }
    }
    return answers === 0 ? null : { score: scores / answers, variance: variances / answers ** 2 }
  }
  const score: MarketTruth['score'] = (...asked) => moments(asked[0], asked[1], asked[2])?.score ?? null
  return {
    market,
    score,
    standardError: (brand, range, engines) => {
      const estimate = moments(brand, range, engines)
      return estimate && Math.sqrt(estimate.variance)
    },
    changeError: (brand, before, now, engines) => {
      const [a, b] = [moments(brand, before, engines), moments(brand, now, engines)]
      return a && b && Math.sqrt(a.variance + b.variance)
    },
    order: (range, engines) =>
      market.names
        .map((_, brand) => ({ brand, level: score(brand, range, engines) ?? 0 }))
        .filter(({ level }) => level > 0)
        .sort((a, b) => b.level - a.level)
        .map(({ brand }) => brand),
    week: (index) => ({ from: market.firstDay + 7 * index, to: market.firstDay + 7 * index + 6 }),
  }
}

/**
 * How many points a brand's level must change from a week on, on one engine or on all, so that its score over all
 * engines changes by `errors` standard errors of that week-on-week change. The sign gives the direction.
 */
export function pointsOfShift(
  plan: PlantedMarket,
  brand: number,
  { week, errors, engine }: { readonly week: number; readonly errors: number; readonly engine?: Source },
): number {
  const changed = plan.brands[brand]
  if (changed === undefined) throw new RangeError(`no planned brand ${brand}`)
  const of = (points: number): PlantedMarket => ({
    ...plan,
    brands: plan.brands.map((one) =>
      one === changed
        ? {
            ...one,
            changes: [...(one.changes ?? []), { kind: 'shift', week, points, ...(engine && { engine }) }],
          }
        : one,
    ),
  })
  const share = engine === undefined ? 1 : 1 / plan.engines.length
  let points = 0
  // The error depends on the level after the shift, so iterate until both agree.
  for (let round = 0; round < 12; round++) {
    const truth = truthOf(of(points))
    points = (errors * (truth.changeError(brand, truth.week(week - 1), truth.week(week)) ?? 0)) / share
  }
  return points
}

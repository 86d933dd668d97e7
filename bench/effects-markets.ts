/** The markets of `bench effects`: one task each, and the planned effect. */
import type { Source } from '../sandbox/service/data/catalog.ts'
import type { DayRange } from '../sandbox/service/data/days.ts'
import { at, hash, unit, uuidFrom } from '../sandbox/service/data/random.ts'
import type { PlantedBrand, PlantedChange, PlantedMarket } from '../sandbox/service/planted/plan.ts'
import { truthOf } from '../sandbox/service/planted/truth.ts'

/** Monday of the market's first week. The task is created on the Wednesday of the fifth week. */
export const START = '2024-01-01'
const WEEKS_BEFORE = 4
export const TASK_DAY = '2024-01-31'
/** The first complete week after the task. */
const FIRST = WEEKS_BEFORE + 1
/** The number of weeks in which an effect must be found. Its size is planned from their answers. */
export const WITHIN = 8

const ENGINES = ['ChatGPT', 'Perplexity', 'Google', 'Claude'] as const satisfies readonly Source[]
const RIVALS = [50, 43, 36, 30, 26, 21, 15, 10, 7] as const

/** What follows a task. */
export type Kind =
  | 'nothing'
  /** The own brand rises on all engines alike. */
  | 'own everywhere'
  /** All brands rise on the task's engine, by the same points or by the same proportion. */
  | 'all brands'
  /** All brands rise on all engines. */
  | 'everybody'
  /** Only the own brand, on the task's engine: by four standard errors of the change relative to other engines. */
  | 'effect'
  /** By four standard errors of only its own change, which is less. */
  | 'small effect'

export interface EffectMarket {
  readonly kind: Kind
  readonly plan: PlantedMarket
  /** Empty: the task aims at all engines. */
  readonly engines: readonly Source[]
  readonly sign: 1 | -1
}

/** How many tasks of each kind. */
const counts: readonly (readonly [Kind, number])[] = [
  ['nothing', 300],
  ['own everywhere', 160],
  ['all brands', 160],
  ['everybody', 160],
  ['effect', 280],
  ['small effect', 280],
]

export function* effectMarkets(seed: number): Generator<EffectMarket> {
  for (const [kind, count] of counts)
    for (let index = 0; index < count; index++) yield marketOf(hash(seed, kind, index), kind, index)
}

function marketOf(seed: number, kind: Kind, index: number): EffectMarket {
  const draw = (name: string) => unit(hash(seed, name))
  const ownLevel = at([40, 25, 15], index % 3)
  const engine = at(ENGINES, hash(seed, 'engine') % ENGINES.length)
  const isEffect = kind === 'effect' || kind === 'small effect'
  // Whether a task without an engine has anything to compare with depends only on the competitors.
  const engines = (kind === 'nothing' || kind === 'all brands') && index % 4 === 3 ? [] : [engine]
  const plan: PlantedMarket = {
    id: uuidFrom(seed, 'effects'),
    seed,
    start: START,
    engines: ENGINES,
    // Small samples too, where nothing follows.
    answers: !isEffect && index % 5 === 4 ? 60 : 280,
    brands: [
      { name: 'Northwind', mine: true, levels: levelsOf(seed, 0, ownLevel) },
      ...RIVALS.map(
        (level, rival): PlantedBrand => ({
          name: `Rival ${rival + 1}`,
          levels: levelsOf(seed, rival + 1, level),
        }),
      ),
    ],
    competition: index % 4 === 1 ? 0.5 : 0,
  }
  const week = FIRST + (hash(seed, 'delay') % 3)
  const sign = isEffect && index % 4 === 2 ? -1 : 1
  // A rise of everything: 4 to 12 points at a level of 40, permanent.
  const points = 4 + 8 * draw('points')
  const isPart = index % 2 === 1
  const rise = (level: number) => (isPart ? (points / 40) * level : points)
  const raised = (isMoved: (brand: number) => boolean, on: readonly Source[]): PlantedMarket => ({
    ...plan,
    brands: plan.brands.map((brand, at_) =>
      isMoved(at_)
        ? {
            ...brand,
            changes: on.map(
              (source): PlantedChange => ({
                kind: 'shift',
                week,
                points: rise(at(brand.levels, plan.engines.indexOf(source))),
                engine: source,
              }),
            ),
          }
        : brand,
    ),
  })
  switch (kind) {
    case 'nothing':
      return { kind, plan, engines, sign }
    case 'own everywhere':
      return { kind, plan: raised((brand) => brand === 0, ENGINES), engines, sign }
    case 'all brands':
      return { kind, plan: raised(() => true, engines.length === 0 ? ENGINES : engines), engines, sign }
    case 'everybody':
      return { kind, plan: raised(() => true, ENGINES), engines, sign }
    case 'effect':
    case 'small effect':
      return { kind, plan: withEffect(plan, engine, week, sign, kind === 'effect'), engines, sign }
  }
}

/** Levels that differ by engine, with their mean near the given one. */
function levelsOf(seed: number, brand: number, level: number): readonly number[] {
  return ENGINES.map((_, engine) => level * (0.85 + 0.3 * unit(hash(seed, 'level', brand, engine))))
}

/**
 * Shifts the own brand on one engine from a week on, so that its mean over the eight weeks after the task changes by four
 * standard errors: of that change, or of the difference to the other engines.
 */
function withEffect(
  plan: PlantedMarket,
  engine: Source,
  week: number,
  sign: 1 | -1,
  isBesideOthers: boolean,
): PlantedMarket {
  const others = plan.engines.filter((one) => one !== engine)
  const of = (points: number): PlantedMarket => ({
    ...plan,
    brands: plan.brands.map((brand) =>
      brand.mine ? { ...brand, changes: [{ kind: 'shift', week, points, engine }] } : brand,
    ),
  })
  let points = 0
  // The error depends on the level after the shift, so this takes a few rounds.
  for (let round = 0; round < 8; round++) {
    const truth = truthOf(of(points))
    const [before, since]: readonly [DayRange, DayRange] = [
      { from: truth.week(0).from, to: truth.week(WEEKS_BEFORE - 1).to },
      { from: truth.week(FIRST).from, to: truth.week(FIRST + WITHIN - 1).to },
    ]
    const ownError = truth.changeError(0, before, since, [engine]) ?? 0
    const othersError = isBesideOthers ? (truth.changeError(0, before, since, others) ?? 0) : 0
    points = (sign * 4 * Math.hypot(ownError, othersError) * WITHIN) / (WITHIN - (week - FIRST))
  }
  return of(points)
}

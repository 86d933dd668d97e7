/** The markets of `bench headlines`: the planned events of each, and their weeks. */
import { SOURCES, type Source } from '../../sandbox/service/data/catalog.ts'
import { at, hash, unit, uuidFrom } from '../../sandbox/service/data/random.ts'
import type {
  PlantedBrand,
  PlantedChange,
  PlantedGap,
  PlantedMarket,
} from '../../sandbox/service/planted/plan.ts'
import { pointsOfShift, truthOf } from '../../sandbox/service/planted/truth.ts'

/** A planned event, to count how many are found. */
export type Planned =
  | {
      readonly kind: 'shift'
      readonly week: number
      readonly brand: number
      /** Standard errors of the change; its sign is the direction. */
      readonly errors: number
      readonly engine: Source | null
    }
  | { readonly kind: 'slide'; readonly week: number; readonly perWeek: number; readonly weeks: number }
  | { readonly kind: 'gap'; readonly week: number; readonly of: 'days' | 'engine' }
  | { readonly kind: 'absent'; readonly week: number; readonly weeks: number; readonly brand: number }

export interface BenchMarket {
  readonly name: string
  /** 40 answers per engine and week instead of 330. */
  readonly isSmall: boolean
  readonly plan: PlantedMarket
  readonly planned: readonly Planned[]
}

/** A Monday. Nothing happens in the first weeks, to give a history for comparison. */
export const START = '2024-01-01'
export const HISTORY = 12
const ENGINES = [
  'ChatGPT',
  'Perplexity',
  'Google',
  'GoogleAIO',
  'Claude',
] as const satisfies readonly Source[]
const OWN = 40
const RIVALS = [
  ['Globex', 52],
  ['Contoso', 45],
  ['Acme', 38.5],
  ['Initech', 32],
  ['Umbrix', 27],
  ['Fabrikam', 21],
  ['Tailspin', 15],
  ['Litware', 10],
  ['Proseware', 7],
] as const

/** Levels that differ by engine, with the given mean. */
function levelsOf(seed: number, brand: number, level: number): readonly number[] {
  const raw = ENGINES.map((_, engine) => 0.85 + 0.3 * unit(hash(seed, 'level', brand, engine)))
  const mean = raw.reduce((sum, one) => sum + one, 0) / raw.length
  return raw.map((one) => (level * one) / mean)
}

interface Draft {
  plan: PlantedMarket
  readonly planned: Planned[]
}

/** Each market runs for `weeks` weeks after its history. */
export function benchMarkets(seed: number, weeks: number): readonly BenchMarket[] {
  const kinds: readonly (readonly [
    string,
    (draft: Draft, until: number) => void,
    Partial<PlantedMarket>?,
  ])[] = [
    ['flat', () => {}],
    ['flat, few brands an answer', () => {}, { competition: 0.5 }],
    ['tied', tie],
    ['own brand absent', withoutOwn],
    ['own brand beyond 500', addLongTail],
    ...Array.from({ length: 4 }, () => ['shifts', shifts] as const),
    ...Array.from({ length: 4 }, () => ['slides', slides] as const),
    ...Array.from({ length: 3 }, () => ['events', events] as const),
    ['flat, small samples', () => {}, { answers: 40 }],
    ['tied, small samples', tie, { answers: 40 }],
    ['shifts, small samples', shifts, { answers: 40 }],
    ['shifts, small samples', shifts, { answers: 40 }],
  ]
  return kinds.map(([name, make, more = {}], index) => {
    const marketSeed = hash(seed, 'market', index)
    const draft: Draft = {
      plan: {
        id: uuidFrom(seed, 'market', index),
        seed: marketSeed,
        start: START,
        engines: ENGINES,
        answers: 330,
        brands: [
          { name: 'Northwind', mine: true, levels: levelsOf(marketSeed, 0, OWN) },
          ...RIVALS.map(
            ([rival, level], i): PlantedBrand => ({
              name: rival,
              levels: levelsOf(marketSeed, i + 1, level),
            }),
          ),
        ],
        ...more,
      },
      planned: [],
    }
    make(draft, HISTORY + weeks)
    return { name, isSmall: draft.plan.answers < 100, plan: draft.plan, planned: draft.planned }
  })
}

const ACME = 3

/** A competitor with exactly the own brand's levels. */
function tie(draft: Draft): void {
  const ownBrand = at(draft.plan.brands, 0)
  setBrand(draft, ACME, { ...at(draft.plan.brands, ACME), levels: ownBrand.levels })
}

function withoutOwn(draft: Draft, until: number): void {
  change(draft, 0, { kind: 'absent', week: 0 })
  for (let week = HISTORY + 2; week < until; week += 6)
    shift(draft, { week, brand: 2, errors: 5, engine: null })
}

function addLongTail(draft: Draft, until: number): void {
  setBrand(draft, 0, { ...at(draft.plan.brands, 0), levels: ENGINES.map(() => 0.25) })
  draft.plan = { ...draft.plan, tail: Array.from({ length: 510 }, (_, index) => 2.5 - index / 400) }
  for (let week = HISTORY + 2; week < until; week += 6)
    shift(draft, { week, brand: 2, errors: 5, engine: null })
}

/** A permanent shift every third week: of the own brand by 5, 4 or 3 standard errors, or of a competitor by 5. */
function shifts(draft: Draft, until: number): void {
  const rivals = [2, 4, 5]
  for (let week = HISTORY + 2, n = 0; week < until; week += 3, n++) {
    const errors = at([5, 4, 5, 3], n % 4)
    const brand = n % 4 === 2 ? at(rivals, (n >> 2) % rivals.length) : 0
    const isOnOne = n % 3 === 1
    shift(draft, {
      week,
      brand,
      errors,
      engine: isOnOne ? at(ENGINES, hash(draft.plan.seed, n) % ENGINES.length) : null,
    })
  }
}

/** Slow rises and slides of the own brand, with calm weeks after each. */
function slides(draft: Draft, until: number): void {
  let week = HISTORY + 1
  let level = 0
  for (let n = 0; ; n++) {
    const [perWeek, weeks] = n % 2 === 0 ? [1, 6] : [0.5, 10]
    if (week + weeks > until) return
    const sign = level > 0 ? -1 : 1
    const pointsPerWeek = sign * perWeek
    change(draft, 0, { kind: 'slide', week, weeks, pointsPerWeek })
    draft.planned.push({ kind: 'slide', week, weeks, perWeek: pointsPerWeek })
    level += pointsPerWeek * weeks
    week += weeks + 7
  }
}

/** Permanent overtakes and overtakes of one week, missing collects, brands that vanish, a new one. */
function events(draft: Draft, until: number): void {
  change(draft, 6, { kind: 'absent', week: 0, weeks: HISTORY + 30 })
  const gapWeeks: PlantedGap[] = []
  for (let week = HISTORY + 2, n = 0; week + 5 < until; week += 5, n++) {
    switch (n % 7) {
      case 0:
        change(draft, ACME, { kind: 'shift', week, points: 7 })
        break
      case 1:
        change(draft, ACME, { kind: 'shift', week, points: -7 })
        break
      case 2:
        change(draft, ACME, { kind: 'shift', week, points: 9, weeks: 1 })
        break
      case 3:
        gapWeeks.push(...[0, 1, 2].map((day) => ({ date: dateOf(week, day) })))
        draft.planned.push({ kind: 'gap', week, of: 'days' })
        break
      case 4:
        absent(draft, 0, week)
        break
      case 5:
        gapWeeks.push(
          ...[0, 1, 2, 3, 4, 5].map((day) => ({
            date: dateOf(week, day),
            engine: at(ENGINES, n % ENGINES.length),
          })),
        )
        draft.planned.push({ kind: 'gap', week, of: 'engine' })
        break
      default:
        absent(draft, 2, week)
    }
  }
  draft.plan = { ...draft.plan, gaps: gapWeeks }
}

const dateOf = (week: number, day: number) =>
  Temporal.PlainDate.from(START)
    .add({ days: 7 * week + day })
    .toString()

function absent(draft: Draft, brand: number, week: number): void {
  change(draft, brand, { kind: 'absent', week, weeks: 2 })
  draft.planned.push({ kind: 'absent', brand, week, weeks: 2 })
}

/** Up if the brand is below its starting level, otherwise down; on all engines if one engine has no room for it. */
function shift(
  draft: Draft,
  asked: {
    readonly week: number
    readonly brand: number
    readonly errors: number
    readonly engine: Source | null
  },
): void {
  const { week, brand } = asked
  const { score, week: daysOf } = truthOf(draft.plan)
  const first = score(brand, daysOf(0)) ?? 0
  const sign = (score(brand, daysOf(week - 1)) ?? 0) > first + 0.1 ? -1 : 1
  const errors = sign * asked.errors
  for (const engine of [asked.engine, null]) {
    const points = pointsOfShift(draft.plan, brand, { week, errors, ...(engine && { engine }) })
    const next: PlantedChange = { kind: 'shift', week, points, ...(engine && { engine }) }
    const after = (score(brand, daysOf(week - 1), engine ? [engine] : undefined) ?? 0) + points
    if (engine !== null && (after < 4 || after > 74)) continue
    change(draft, brand, next)
    draft.planned.push({ kind: 'shift', week, brand, errors, engine })
    return
  }
}

function change(draft: Draft, brand: number, added: PlantedChange): void {
  const one = at(draft.plan.brands, brand)
  setBrand(draft, brand, { ...one, changes: [...(one.changes ?? []), added] })
}

function setBrand(draft: Draft, brand: number, one: PlantedBrand): void {
  draft.plan = { ...draft.plan, brands: draft.plan.brands.map((old, index) => (index === brand ? one : old)) }
}

export const isSource = (name: string): name is Source => SOURCES.some((source) => source === name)

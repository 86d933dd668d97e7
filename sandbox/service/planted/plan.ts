/** A market with planned values: how visible each brand is on each engine, week by week. */
import { DEMO_WORKSPACE, type Project, type Source } from '../data/catalog.ts'
import { dayFromDate } from '../data/days.ts'
import { at } from '../data/random.ts'

/** A change of one brand. Weeks count from 0, the market's first week. */
export type PlantedChange =
  /** Adds `points` to the level, on one engine or all, for `weeks` weeks or permanently. */
  | {
      readonly kind: 'shift'
      readonly week: number
      readonly points: number
      readonly engine?: Source
      readonly weeks?: number
    }
  /** From this week on, for `weeks` weeks, each week's level is `pointsPerWeek` above the week before. */
  | {
      readonly kind: 'slide'
      readonly week: number
      readonly weeks: number
      readonly pointsPerWeek: number
    }
  /** No answer names the brand. */
  | { readonly kind: 'absent'; readonly week: number; readonly weeks?: number }

export interface PlantedBrand {
  readonly name: string
  readonly mine?: boolean
  /** Expected visibility score in percent, for each of the market's engines; at most 77. */
  readonly levels: readonly number[]
  readonly changes?: readonly PlantedChange[]
}

/** A day that was not collected, or only in part. */
export interface PlantedGap {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** All engines by default. */
  readonly engine?: Source
  /** Share of the answers that is missing; 1 by default. */
  readonly share?: number
}

export interface PlantedMarket {
  /** The analysis's id. */
  readonly id: string
  readonly seed: number
  /** The first day with data, a Monday: `YYYY-MM-DD`. */
  readonly start: string
  readonly engines: readonly Source[]
  /** Answers of one engine per week. */
  readonly answers: number
  readonly brands: readonly PlantedBrand[]
  /** Additional small brands that never change: one per level, in percent, each at most 10. */
  readonly tail?: readonly number[]
  /** Share of the answers that have room for few brands, so that naming one excludes others; 0 by default. */
  readonly competition?: number
  readonly gaps?: readonly PlantedGap[]
}

/** Above this, a funnel stage that favours a brand would need a chance of more than 1 to name it. */
export const HIGHEST_LEVEL = 77

const DAYS_PER_WEEK = 7

/** A market as used by the service and by the truth. */
export interface Market {
  readonly plan: PlantedMarket
  /** Day number of the market's start. */
  readonly firstDay: number
  /** Planned brands first, then the tail. */
  readonly names: readonly string[]
  /** The index of the own brand. */
  readonly ownBrand: number
  weekOf(day: number): number
  /** Number of an engine's answers on a day. */
  answersOn(engine: number, day: number): number
  /** Expected score in percent; constant within a week. */
  levelOf(brand: number, engine: number, week: number): number
}

const tailName = (index: number) => `Small brand ${String(index + 1).padStart(3, '0')}`

/** An analysis whose numbers are drawn from a plan. */
interface PlantedProject extends Project {
  readonly market: PlantedMarket
}

export const isPlanted = (project: Project): project is PlantedProject => 'market' in project

/** A planted market as an analysis of the demo's workspace. */
export function projectOf(market: PlantedMarket): PlantedProject {
  return {
    id: market.id,
    workspaceId: DEMO_WORKSPACE.id,
    sources: market.engines,
    brands: marketOf(market).names,
    countries: ['US'],
    market,
  }
}

export function marketOf(plan: PlantedMarket): Market {
  const { start, engines, answers, brands, tail = [], gaps = [] } = plan
  const firstDay = dayFromDate(Temporal.PlainDate.from(start))
  const weekOf = (day: number) => Math.floor((day - firstDay) / DAYS_PER_WEEK)
  /** For incomplete days: the share of an engine's answers that was collected. */
  const collected = new Map<number, number>()
  for (const { date, engine, share = 1 } of gaps) {
    const day = dayFromDate(Temporal.PlainDate.from(date))
    for (const [index, source] of engines.entries()) {
      if (engine === undefined || engine === source) collected.set(day * engines.length + index, 1 - share)
    }
  }
  const perDay = Array.from(
    { length: DAYS_PER_WEEK },
    (_, day) => Math.floor(answers / DAYS_PER_WEEK) + (day < answers % DAYS_PER_WEEK ? 1 : 0),
  )
  const levels = new Map<number, Float64Array>()
  const levelsIn = (week: number) => {
    const cached = levels.get(week)
    if (cached !== undefined) return cached
    const made = Float64Array.from({ length: (brands.length + tail.length) * engines.length }, (_, cell) => {
      const [brand, engine] = [Math.floor(cell / engines.length), cell % engines.length]
      const planned = brands[brand]
      return planned === undefined
        ? (tail[brand - brands.length] ?? 0)
        : plannedLevel(planned, engine, at(engines, engine), week)
    })
    levels.set(week, made)
    return made
  }
  return {
    plan,
    firstDay,
    names: [...brands.map(({ name }) => name), ...tail.map((_, index) => tailName(index))],
    ownBrand: brands.findIndex(({ mine }) => mine),
    weekOf,
    answersOn: (engine, day) => {
      if (day < firstDay) return 0
      const full = at(perDay, (day - firstDay) % DAYS_PER_WEEK)
      const share = collected.get(day * engines.length + engine)
      return share === undefined ? full : Math.round(full * share)
    },
    levelOf: (brand, engine, week) => levelsIn(week)[brand * engines.length + engine] ?? 0,
  }
}

function plannedLevel(
  { levels, changes = [] }: PlantedBrand,
  engine: number,
  source: Source,
  week: number,
): number {
  let level = at(levels, engine)
  for (const change of changes) {
    const since = week - change.week
    if (since < 0) continue
    const weeks = change.weeks ?? Number.POSITIVE_INFINITY
    if (change.kind === 'slide') level += change.pointsPerWeek * Math.min(since + 1, weeks)
    else if (since >= weeks) continue
    else if (change.kind === 'absent') return 0
    else if (change.engine === undefined || change.engine === source) level += change.points
  }
  return Math.min(HIGHEST_LEVEL, Math.max(0, level))
}

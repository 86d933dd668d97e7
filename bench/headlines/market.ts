/**
 * A market whose truth is planned, drawn answer by answer: each engine's answers name brands with known probabilities, and
 * those named compete for places. The reading sees only the weekly scores.
 */
import type { EngineScores, ScoredWeek, ScoredWeeks } from '../../src/insights/reading/weeks.ts'

export const ENGINES = Array.from({ length: 10 }, (_, engine) => `engine${engine}`)
export const BRANDS = Array.from({ length: 12 }, (_, brand) => `brand${String(brand).padStart(2, '0')}`)
/** A brand's score in an answer, by its place. */
const SCORES = BRANDS.map((_, place) => 100 * 0.85 ** place)
const TRIALS = 3000
const FIRST_MONDAY = Date.UTC(2025, 0, 6)
const WEEK_MS = 7 * 86_400_000

export type Random = () => number

/** The same numbers for the same words. */
export function randomOf(...words: readonly (string | number)[]): Random {
  let hash = 2166136261
  for (const letter of words.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  let state = hash >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
  }
  for (let skipped = 0; skipped < 5; skipped++) next()
  return next
}

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A probability moved by some log-odds. */
export const moved = (p: number, logOdds: number): number =>
  p <= 0 ? 0 : 1 / (1 + (1 / Math.min(0.97, p) - 1) * Math.exp(-logOdds))

/** The probability that an answer names a brand, by engine and brand (indices). */
export type Presence = number[][]
/** What happens to a market: changes the presence of one week. */
export type Movement = (presence: Presence, week: number, plan: Plan) => void

export interface Plan {
  readonly own: number
  readonly rival: number
  /** True scores without any movement. */
  readonly level: readonly number[]
  /** Standard errors of the change from one week to the next: of both brands' scores, and of the gap between them. */
  readonly errors: { readonly own: number; readonly rival: number; readonly gap: number }
  /** By engine: the variance of the own score in one answer, and a brand's mean score where it is named. */
  readonly ownVariance: readonly number[]
  readonly scoreIfNamed: readonly (readonly number[])[]
  readonly answers: number
}

export interface MarketOptions {
  readonly seed: string
  readonly weeks: number
  /** Per engine and week. */
  readonly answers?: number
  /** How much each day is off, shared by its answers: a standard deviation in log-odds. */
  readonly daySd?: number
  /** Whether all engines see the market alike. */
  readonly equalEngines?: boolean
  /** Whether the rival is as strong as the own brand. */
  readonly pair?: boolean
  /** The own brand's index, and its score. */
  readonly own?: number
  readonly ownScore?: number
  readonly movement?: Movement
  /** Which part of its answers an engine has in a week. */
  readonly collected?: (week: number, engine: number) => number
}

export interface Market extends Plan {
  readonly weeks: ScoredWeeks
  /** The true score by week and brand. */
  readonly truth: readonly (readonly number[])[]
}

export function marketOf(options: MarketOptions): Market {
  const { base, weight, plan } = planOf(options)
  const weeks: ScoredWeek[] = []
  const truth: number[][] = []
  for (let week = 0; week < options.weeks; week++) {
    const presence = base.map((row) => [...row])
    options.movement?.(presence, week, plan)
    truth.push(BRANDS.map((_, brand) => scoreIn(presence, brand, plan.scoreIfNamed)))
    weeks.push(weekOf(presence, week, weight, options))
  }
  return { ...plan, weeks, truth }
}

/** A brand's true score. */
function scoreIn(presence: Presence, brand: number, scoreIfNamed: Plan['scoreIfNamed']): number {
  const scores = presence.map((row, engine) => (row[brand] ?? 0) * (scoreIfNamed[engine]?.[brand] ?? 0))
  return sum(scores) / ENGINES.length
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function planOf(options: MarketOptions) {
  const random = randomOf('market', options.seed)
  const target = BRANDS.map((_, brand) => 46 * 0.82 ** brand * Math.exp(normal(random) * 0.02))
  const own = options.own ?? 2 + Math.floor(random() * 3)
  const neighbour = [own - 1, own + 1, own + 2][Math.floor(random() * 3)] ?? own + 1
  const rival = options.pair ? own + 1 : neighbour
  target[own] = options.ownScore ?? target[own] ?? 0
  const weight = target.map((score) => 0.6 + score / 40)
  const spread = options.equalEngines ? 0 : 0.3
  const factors = ENGINES.map(() => target.map(() => Math.exp(normal(random) * spread)))
  const means = target.map((_, brand) => sum(factors.map((row) => row[brand] ?? 0)) / ENGINES.length)
  const base = factors.map((row) =>
    row.map((factor, brand) => Math.min(0.92, (factor / (means[brand] ?? 1)) * ((target[brand] ?? 0) / 72))),
  )
  if (options.pair) for (const row of [weight, ...base]) row[rival] = row[own] ?? 0
  return { base, weight, plan: { own, rival, ...trialOf(base, weight, own, rival, options) } }
}

/** What some answers of each engine would be like: the errors and scores of the plan. */
function trialOf(
  base: Presence,
  weight: readonly number[],
  own: number,
  rival: number,
  options: MarketOptions,
) {
  const { seed, answers = 330 } = options
  const random = randomOf('trial', seed)
  const total = { own: 0, rival: 0, gap: 0 }
  const ownVariance: number[] = []
  const scoreIfNamed: number[][] = []
  for (const row of base) {
    const named = BRANDS.map(() => ({ times: 0, score: 0 }))
    const seen: { own: number[]; rival: number[]; gap: number[] } = { own: [], rival: [], gap: [] }
    for (let trial = 0; trial < TRIALS; trial++) {
      const scores = new Float64Array(BRANDS.length)
      answerOf(random, row, weight, (brand, score) => {
        scores[brand] = score
        const one = named[brand]
        if (!one) return
        one.times += 1
        one.score += score
      })
      seen.own.push(scores[own] ?? 0)
      seen.rival.push(scores[rival] ?? 0)
      seen.gap.push((scores[own] ?? 0) - (scores[rival] ?? 0))
    }
    scoreIfNamed.push(named.map(({ times, score }) => (times === 0 ? 70 : score / times)))
    ownVariance.push(variance(seen.own))
    for (const what of ['own', 'rival', 'gap'] as const) total[what] += variance(seen[what])
  }
  const error = (ofAll: number) => Math.sqrt((2 * ofAll) / answers) / ENGINES.length
  const level = BRANDS.map((_, brand) => scoreIn(base, brand, scoreIfNamed))
  const errors = { own: error(total.own), rival: error(total.rival), gap: error(total.gap) }
  return { ownVariance, scoreIfNamed, answers, level, errors }
}

function variance(numbers: readonly number[]): number {
  const mean = sum(numbers) / numbers.length
  return sum(numbers.map((number) => number ** 2)) / numbers.length - mean ** 2
}

const order = new Uint8Array(BRANDS.length)
const keys = new Float64Array(BRANDS.length)

/** One answer: which brands it names, the stronger ones rather first. */
function answerOf(
  random: Random,
  presence: readonly number[],
  weight: readonly number[],
  named: (brand: number, score: number) => void,
): void {
  let count = 0
  for (let brand = 0; brand < BRANDS.length; brand++) {
    if (random() >= (presence[brand] ?? 0)) continue
    const key = -Math.log(1 - random()) / (weight[brand] ?? 1)
    let place = count++
    for (; place > 0 && (keys[place - 1] ?? 0) > key; place--) {
      keys[place] = keys[place - 1] ?? 0
      order[place] = order[place - 1] ?? 0
    }
    keys[place] = key
    order[place] = brand
  }
  for (let place = 0; place < count; place++) named(order[place] ?? 0, SCORES[place] ?? 0)
}

function weekOf(
  presence: Presence,
  week: number,
  weight: readonly number[],
  options: MarketOptions,
): ScoredWeek {
  const { seed, answers = 330, daySd = 0, collected = () => 1 } = options
  const day = randomOf('day', seed, week)
  const draw = randomOf('draw', seed, week)
  const days = daySd > 0 ? 7 : 1
  const engines = new Map<string, EngineScores>()
  for (const [engine, row] of presence.entries()) {
    const sums = new Float64Array(BRANDS.length)
    const share = collected(week, engine)
    let total = 0
    for (let index = 0; index < days; index++) {
      const today = daySd > 0 ? row.map((p) => moved(p, daySd * normal(day))) : row
      const count = Math.round(share * (answers / days) * (0.95 + 0.1 * draw()))
      total += count
      for (let answer = 0; answer < count; answer++)
        answerOf(draw, today, weight, (brand, score) => {
          sums[brand] = (sums[brand] ?? 0) + score
        })
    }
    const scores = BRANDS.map((brand, at) => [brand, (sums[at] ?? 0) / total] as const)
    if (total > 0) engines.set(ENGINES[engine] ?? '', { answers: total, scores: new Map(scores) })
  }
  return { monday: mondayOf(week), engines }
}

export const mondayOf = (week: number): string =>
  new Date(FIRST_MONDAY + week * WEEK_MS).toISOString().slice(0, 10)

/** The answers of a planted market, drawn at random from its plan. The same seed gives the same answers. */
import { COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES, TYPE_SHARES } from '../data/prompts.ts'
import { at, hash, numberAt } from '../data/random.ts'
import type { Market } from './plan.ts'

/** How much an answer adds to a brand's score, by the brand's position in it. */
const PLACES = [
  { weight: 1, share: 0.4 },
  { weight: 0.85, share: 0.3 },
  { weight: 0.7, share: 0.2 },
  { weight: 0.55, share: 0.1 },
] as const

const mean = (power: number) => PLACES.reduce((sum, { weight, share }) => sum + share * weight ** power, 0)
/** Expected weight of an answer that names the brand, and of that weight squared. */
export const MEAN_WORTH = mean(1)
export const MEAN_SQUARED_WORTH = mean(2)

/** The probability that an answer names a brand with an expected score of `level` percent. */
export const namingOf = (level: number): number => level / 100 / MEAN_WORTH

const FUNNEL_SHARES = [0.43, 0.31, 0.26] as const
const KEYWORD_SHARES = [0.75, 0.25] as const

/** How much more often than average an answer of each kind names any brand. The average over the shares is 1. */
function leaning(shares: readonly number[], raw: readonly number[]): readonly number[] {
  const average = shares.reduce((sum, share, index) => sum + share * at(raw, index), 0)
  return raw.map((one) => one / average)
}

const byFunnel = leaning(FUNNEL_SHARES, [0.98, 1, 1.03])
const byKeyword = leaning(KEYWORD_SHARES, [1.01, 0.98])
const byType = leaning(
  TYPE_SHARES,
  TYPE_SHARES.map((_, index) => 0.98 + 0.02 * (index % 3)),
)

/** A kind of answer: each combination of funnel stage, keyword type and site type. */
export const KINDS = FUNNEL_STAGES.flatMap((funnel, f) =>
  KEYWORD_TYPES.flatMap((keyword, k) =>
    COMPETITOR_TYPES.map((type, t) => ({
      funnel,
      keyword,
      type,
      share: at(FUNNEL_SHARES, f) * at(KEYWORD_SHARES, k) * at(TYPE_SHARES, t),
      leaning: at(byFunnel, f) * at(byKeyword, k) * at(byType, t),
    })),
  ),
)

const ends = Float64Array.from(KINDS, (_, index) =>
  KINDS.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0),
)
const leanings = Float64Array.from(KINDS, (kind) => kind.leaning)

/** The answers of one engine on one day. A hit is an answer that names a brand. */
export interface Answers {
  /** By kind. */
  readonly counts: Uint16Array
  readonly total: number
  readonly brands: Uint16Array
  readonly kinds: Uint8Array
  /** Position of the brand in the answer, counted from 0. */
  readonly places: Uint8Array
  /** How often the answer mentions the brand. */
  readonly mentions: Uint8Array
}

export function drawAnswers(market: Market, engine: number, day: number): Answers {
  const { plan, names, answersOn, levelOf, weekOf } = market
  const random = randomOf(hash(plan.seed, 'answers', plan.id, at(plan.engines, engine), day))
  const total = answersOn(engine, day)
  const week = weekOf(day)
  const naming = Float64Array.from(names, (_, brand) => namingOf(levelOf(brand, engine, week)))
  const kindOf = Uint8Array.from({ length: total }, () => kindAt(random()))
  const counts = new Uint16Array(KINDS.length)
  for (const kind of kindOf) counts[kind] = (counts[kind] ?? 0) + 1
  const hits = {
    brands: [] as number[],
    kinds: [] as number[],
    places: [] as number[],
    mentions: [] as number[],
  }
  const name = (brand: number, answer: number) => {
    hits.brands.push(brand)
    hits.kinds.push(kindOf[answer] ?? 0)
    hits.places.push(placeAt(random()))
    hits.mentions.push(random() < 0.5 ? 1 : 2)
  }
  const planned = plan.brands.length
  for (let answer = 0; answer < total; answer++) {
    const factor = numberAt(leanings, kindOf[answer] ?? 0)
    const isContested = random() < (plan.competition ?? 0)
    const point = random()
    let start = 0
    for (let brand = 0; brand < planned; brand++) {
      const chance = numberAt(naming, brand) * factor
      // The brands' chances are laid end to end around a circle, and one point names every brand it hits. Neighbours
      // are never hit together.
      const draw = isContested ? (((point - start) % 1) + 1) % 1 : random()
      if (draw < chance) name(brand, answer)
      start += chance
    }
  }
  // Small brands are named in few answers, so draw the distance to the next one instead of testing each answer.
  for (let brand = planned; brand < names.length; brand++) {
    const chance = numberAt(naming, brand)
    if (chance <= 0) continue
    const step = () => Math.floor(Math.log(1 - random()) / Math.log(1 - chance))
    for (let answer = step(); answer < total; answer += 1 + step()) name(brand, answer)
  }
  return {
    counts,
    total,
    brands: Uint16Array.from(hits.brands),
    kinds: Uint8Array.from(hits.kinds),
    places: Uint8Array.from(hits.places),
    mentions: Uint8Array.from(hits.mentions),
  }
}

/** Points added to a score, 0 to 100, by position. */
export const SCORES = Float64Array.from(PLACES, ({ weight }) => 100 * weight)

function kindAt(x: number): number {
  const index = ends.findIndex((end) => x < end)
  return index < 0 ? KINDS.length - 1 : index
}

function placeAt(x: number): number {
  return x < 0.4 ? 0 : x < 0.7 ? 1 : x < 0.9 ? 2 : 3
}

/** Mulberry32: a sequence for each engine and day. */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

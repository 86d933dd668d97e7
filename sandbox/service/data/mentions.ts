/**
 * Assigns each mention to a prompt and to a type of cited page.
 *
 * A brand's mentions on one engine and day are consecutive seats on a ring of 1,024 seats, beginning at a random
 * seat. Each seat has a prompt and a page type. With any filter, the matching mentions can then be counted with one
 * subtraction, and the counts over all members of a dimension add up to the total.
 */
import { ALL_BRANDS } from './catalog.ts'
import { PROMPT_COUNT, PROMPTS, TYPE_SHARES } from './prompts.ts'
import { at, countAt, hash, mix, unit } from './random.ts'

const SEATS = 1024
/** At most this many prompts out of 24 never name a brand, however small it is. */
const MOST_UNKNOWN = 14

interface Ring {
  readonly prompt: Uint8Array
  readonly type: Uint8Array
  /** Per prompt: whether its answers ever name this brand. */
  readonly everNamed: readonly boolean[]
}

/** The seats of one ring that match a filter. */
export interface Matching {
  /** Share of the seats that match, 0 to 1. */
  readonly share: number
  /** How many of the `count` consecutive seats starting at `start` match. */
  among(start: number, count: number): number
}

/** How strongly each prompt favours a brand. All prompts name the own brand; fewer name small brands. */
function promptWeights(seed: number, brand: number): readonly number[] {
  const key = hash(seed, 'affinity', at(ALL_BRANDS, brand))
  return PROMPTS.map((prompt, i) => {
    const h = mix(key, i)
    if (brand > 0 && h % 24 < Math.min(brand, MOST_UNKNOWN)) return 0
    const branded = brand === 0 && prompt.keywordType === 'Brand' ? 1.8 : 1
    return branded * (0.45 + 1.1 * unit(mix(h, 1)))
  })
}

/** Returns a function that maps `x` (0 to 1) to an index, each chosen in proportion to its weight. */
function stretches(weights: readonly number[]): (x: number) => number {
  let total = 0
  const ends = weights.map((weight) => {
    total += weight
    return total
  })
  return (x) => {
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(ends, middle) <= x * total) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A ring takes two kilobytes. */
const RINGS_KEPT = 500
const rings = new Map<string, Ring>()

/** @returns the same ring for the same seed and brand; cached, because every start of the sandbox needs them. */
export function ringOf(seed: number, brand: number): Ring {
  const key = `${seed} ${brand}`
  const ring = rings.get(key) ?? makeRing(seed, brand)
  if (rings.size >= RINGS_KEPT) rings.clear()
  rings.set(key, ring)
  return ring
}

function makeRing(seed: number, brand: number): Ring {
  const weights = promptWeights(seed, brand)
  const leaning = TYPE_SHARES.map(
    (share, i) => share * (0.6 + 0.8 * unit(hash(seed, 'type', at(ALL_BRANDS, brand), i))),
  )
  const promptAt = stretches(weights)
  const typeAt = stretches(leaning)
  const prompt = new Uint8Array(SEATS)
  const type = new Uint8Array(SEATS)
  const order = shuffled(hash(seed, 'seats', at(ALL_BRANDS, brand)))
  for (let i = 0; i < SEATS; i++) {
    const seat = at(order, i)
    prompt[seat] = promptAt((i + 0.5) / SEATS)
    // Steps of the golden ratio spread the types evenly over each prompt's seats.
    type[seat] = typeAt((i * 0.6180339887) % 1)
  }
  return { prompt, type, everNamed: weights.map((weight) => weight > 0) }
}

function shuffled(key: number): Uint16Array {
  const order = Uint16Array.from({ length: SEATS }, (_, i) => i)
  for (let i = SEATS - 1; i > 0; i--) {
    const j = mix(key, i) % (i + 1)
    const moved = at(order, i)
    order[i] = at(order, j)
    order[j] = moved
  }
  return order
}

const everySeat: Matching = { share: 1, among: (_start, count) => count }

/** @param prompts per prompt, whether it matches. @param types per page type, whether it matches. */
export function matching(ring: Ring, prompts: readonly boolean[], types: readonly boolean[]): Matching {
  if (prompts.every(Boolean) && types.every(Boolean)) return everySeat
  const before = new Uint16Array(SEATS + 1)
  for (let i = 0; i < SEATS; i++) {
    const hit = prompts[ring.prompt[i] ?? 0] && types[ring.type[i] ?? 0]
    before[i + 1] = countAt(before, i) + (hit ? 1 : 0)
  }
  const all = countAt(before, SEATS)
  return {
    share: all / SEATS,
    among: (start, count) => {
      const end = start + count
      if (end <= SEATS) return countAt(before, end) - countAt(before, start)
      // The ring is longer than a day's mentions on one engine, so they wrap around at most once.
      return all - countAt(before, start) + countAt(before, end - SEATS)
    },
  }
}

/** How many of the matching prompts name a brand. */
export function keywordsOf(ring: Ring, prompts: readonly boolean[]): number {
  let count = 0
  for (let i = 0; i < PROMPT_COUNT; i++) if (at(prompts, i) && at(ring.everNamed, i)) count++
  return count
}

/** A start seat for a hash. */
export const seatOf = (h: number): number => h % SEATS

/**
 * How visible each brand is, on each engine and day: slow waves, a little noise, and occasional news. Pure functions
 * of (seed, brand, engine, day).
 */
import { at, mix, unit } from './random.ts'

interface Profile {
  /** Typical visibility score, in percent. */
  readonly base: number
  /** A slow wave: amplitude in points, length in days. */
  readonly swing: number
  readonly length: number
}

/** In the order of `BRANDS`; the own brand comes first. */
const PROFILES: readonly Profile[] = [
  { base: 37, swing: 2.6, length: 182 },
  { base: 37, swing: 0, length: 182 },
  { base: 42, swing: 4.4, length: 147 },
  { base: 55, swing: 4, length: 201 },
  { base: 29, swing: 4.5, length: 133 },
  { base: 25, swing: 3, length: 161 },
  { base: 20.5, swing: 2.5, length: 119 },
  { base: 17, swing: 2.2, length: 175 },
  { base: 13.5, swing: 2, length: 140 },
  { base: 10.5, swing: 1.6, length: 126 },
  { base: 8, swing: 1.2, length: 154 },
  { base: 6.5, swing: 0.8, length: 112 },
]

/** After the profiles come many small brands, each slightly smaller than the one before. */
function profileOf(brand: number): Profile {
  const place = brand - PROFILES.length
  return place < 0
    ? at(PROFILES, brand)
    : { base: 3 + 3.5 / (1 + place / 40), swing: 0.3, length: 100 + place }
}

/**
 * The closest rival moves above and below the own brand in a cycle of this many days. They overtake each other twice
 * per cycle: abruptly, with calm weeks in between.
 */
const RIVAL = 1
const RIVAL_LENGTH = 50
const RIVAL_SWING = 1.8

const TAU = 2 * Math.PI

const wave = (day: number, length: number, key: number) => Math.sin(TAU * (day / length + unit(key)))

/** Weeks start on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

/** A brand has news in one of this many weeks: the own brand often, small brands rarely. */
const rarityOf = (brand: number) => (brand === 0 ? 3 : brand < 6 ? 14 : 40)

/** A brand's jump in a week: 4 to 7 points for the own brand, 3 to 5 for others. Half of it remains the week after. */
function news(key: number, week: number, brand: number): number {
  const h = mix(key, week)
  if (h % rarityOf(brand) !== 0) return 0
  const size = brand === 0 ? 4 + 3 * unit(mix(h, 1)) : 3 + 2 * unit(mix(h, 1))
  return mix(h, 2) % 2 === 0 ? size : -size
}

/** The share of the news that happens on one engine. The other engines share the rest equally. */
const ON_ONE_ENGINE = 0.5

function smoothLevel(seed: number, brand: number, day: number): number {
  const key = mix(seed, 100 + brand)
  const { base, swing, length } = profileOf(brand)
  const shift = brand <= RIVAL ? 0 : 2 * unit(mix(key, 3)) - 1
  return (
    base + shift * base * 0.04 + swing * wave(day, length, mix(key, 4)) + 0.5 * wave(day, 61, mix(key, 5))
  )
}

/**
 * A brand's visibility on a day, in percent, before each engine's leaning is applied: the mean over all engines, and
 * per engine how far its part of the news is from that mean.
 */
export function levels(
  seed: number,
  brand: number,
  day: number,
  engines: number,
): { readonly mean: number; readonly extra: readonly number[] } {
  const smooth =
    brand === RIVAL
      ? smoothLevel(seed, 0, day) + RIVAL_SWING * Math.tanh(2 * wave(day, RIVAL_LENGTH, mix(seed, 7)))
      : smoothLevel(seed, brand, day)
  const key = mix(seed, 200 + brand)
  const week = weekOf(day)
  // Small brands get smaller news.
  const scale = Math.min(1, smooth / 30)
  const extra = new Array<number>(engines).fill(0)
  let mean = smooth
  for (const [of, share] of [
    [week, 1],
    [week - 1, 0.5],
  ] as const) {
    const points = scale * share * news(key, of, brand)
    mean += points
    if (points === 0 || engines < 2) continue
    const most = mix(mix(key, of), 3) % engines
    for (let engine = 0; engine < engines; engine++) {
      const part = engine === most ? ON_ONE_ENGINE : (1 - ON_ONE_ENGINE) / (engines - 1)
      extra[engine] = at(extra, engine) + points * (part * engines - 1)
    }
  }
  return { mean, extra }
}

/** How strongly each engine favours a brand: factors with a mean of 1. */
export function leanings(seed: number, brand: number, engineKeys: readonly number[]): readonly number[] {
  const raw = engineKeys.map((engine) => 0.78 + 0.44 * unit(mix(mix(seed, 300 + brand), engine)))
  const mean = raw.reduce((sum, factor) => sum + factor, 0) / raw.length
  return raw.map((factor) => factor / mean)
}

/** Visibility score of a brand on one engine and day, in percent, 3 to 82. */
export function visibilityOn(
  levelOfDay: number,
  leaning: number,
  extra: number,
  key: number,
  day: number,
): number {
  const baseScore = Math.max(0, levelOfDay * leaning + extra)
  // The wobble scales with the brand, so that a small brand doesn't drop to zero.
  const wobble = 1.5 * wave(day, 45, key) + 2 * unit(mix(key, day)) - 1
  return Math.min(82, Math.max(3, baseScore + wobble * Math.min(1, baseScore / 25)))
}

/** Average position in the answers that name the brand, 1.2 to 6.5. The more visible, the nearer to the top. */
export function rankingOn(visibility: number, key: number): number {
  const taste = 0.6 * unit(mix(key, 11)) - 0.3
  return Math.min(6.5, Math.max(1.2, 6.3 - 0.085 * visibility + taste))
}

/** Share of the answers that name the brand, 0 to 0.95. Slightly more than its score, which weighs positions. */
export function presenceOn(visibility: number): number {
  return Math.min(0.95, (visibility * 1.12 + 3.5) / 100)
}

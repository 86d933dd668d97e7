/** Arithmetic of lists, and what chance explains. */

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0)
export const meanOf = (numbers: readonly number[]): number => sumOf(numbers) / numbers.length

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = at(sorted, sorted.length >> 1)
  return sorted.length % 2 === 1 ? upper : (at(sorted, (sorted.length >> 1) - 1) + upper) / 2
}

/** An element of a list; NaN beyond its ends. */
export const at = (numbers: readonly number[], index: number): number => numbers[index] ?? Number.NaN

/** Coefficients of the approximation of erfc in "Numerical Recipes" (6.2.2); the relative error is below 1.2e-7. */
const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]

/** The probability that chance brings at least this many standard errors, in either direction. */
export function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  return t * Math.exp(ERFC.reduceRight((sum, coefficient) => sum * t + coefficient, 0) - x * x)
}

/** 95 % of a normal distribution. */
const TWO_SIDED_95 = 1.96

/** A number in points, and between which the true one is with 95 %, the smaller bound first. */
export interface Points {
  readonly points: number
  readonly interval: readonly [number, number]
}

export function pointsOf(size: number, error: number, toPoints: (logOdds: number) => number): Points {
  const margin = TWO_SIDED_95 * error
  return { points: toPoints(size), interval: [toPoints(size - margin), toPoints(size + margin)] }
}

/**
 * Which of several tests are news, when at most a share `q` of what is said may be false (Benjamini and Hochberg, 1995).
 * Where nothing happened at all, that is also the chance of saying anything.
 */
export function discoveries(chances: readonly number[], q: number): boolean[] {
  const sorted = chances.toSorted((a, b) => a - b)
  const limit = sorted.findLast((chance, index) => chance <= (q * (index + 1)) / chances.length) ?? -1
  return chances.map((chance) => chance <= limit)
}

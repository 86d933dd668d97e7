/** The statistics of a reading: what chance explains, least squares, and how much a score ordinarily varies. */

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

/** Generalised least squares: a series explained by columns, where weeks near one another are not independent. */

/**
 * The variance of one week: `sampling` times the bound that the number of answers sets, plus what comes anew each week,
 * plus what lasts for some weeks. Standard deviations in log-odds, where one size fits brands of all levels.
 */
export interface Spread {
  readonly sampling: number
  readonly weekly: number
  readonly slow: number
}

/** How much of a slow movement is left a week later: half of it is gone after three weeks. */
export const MEMORY = 0.8
export type Column = readonly number[]

/** Values by week, and the sampling bound of their variance (infinite: no value). */
export interface Values {
  readonly logOdds: Column
  readonly variance: Column
}

export type Data = Values & { readonly spread: Spread }

export const between = ({ logOdds, variance }: Values, from: number, to: number): Values => ({
  logOdds: logOdds.slice(from, to + 1),
  variance: variance.slice(from, to + 1),
})

export const constant = (length: number): number[] => new Array<number>(length).fill(1)
/** 0 before a week, 1 from it on. */
export const step = (length: number, from: number): number[] =>
  constant(length).map((_, week) => (week >= from ? 1 : 0))
/** 0 until a week, then one more each week. */
export const hinge = (length: number, from: number): number[] =>
  constant(length).map((_, week) => Math.max(0, week - from))

/** The variance of one week before anything is known of the slow movement. */
export const varianceOf = (bound: number, spread: Spread) => spread.sampling * bound + spread.weekly ** 2

/**
 * Turns columns into ones whose weeks are independent, with variance 1: what a Kalman filter for the slow movement does not
 * foresee, divided by its standard deviation. Weeks without a value become 0.
 */
export function whiten(columns: readonly Column[], variance: Column, spread: Spread): number[][] {
  const slow = spread.slow ** 2
  const gains: number[] = []
  const deviations: number[] = []
  let uncertain = slow
  for (const bound of variance) {
    const innovation = uncertain + varianceOf(bound, spread)
    const gain = Number.isFinite(innovation) ? uncertain / innovation : 0
    gains.push(gain)
    deviations.push(Math.sqrt(innovation))
    uncertain = MEMORY ** 2 * uncertain * (1 - gain) + slow * (1 - MEMORY ** 2)
  }
  return columns.map((column) => {
    let foreseen = 0
    return deviations.map((deviation, week) => {
      const surprise = Number.isFinite(deviation) ? (column[week] ?? 0) - foreseen : 0
      foreseen = MEMORY * (foreseen + (gains[week] ?? 0) * surprise)
      return Number.isFinite(deviation) ? surprise / deviation : 0
    })
  })
}

/**
 * Least squares of a whitened series on whitened columns: a value for each, their covariance, and what they leave unexplained
 * (of independent weeks with variance 1, the sum of squares).
 */
export function solve(series: Column, columns: readonly Column[]) {
  const covariance = inverse(columns.map((column) => columns.map((other) => product(column, other))))
  const products = columns.map((column) => product(column, series))
  const values = covariance.map((row) => product(row, products))
  return { values, covariance, unexplained: product(series, series) - product(values, products) }
}

/**
 * How many standard errors one more column is from 0 beside those of a base: what `coefficient` says of it when `solve` has
 * them all, but the base is solved once for many columns, which halves the time of a reading.
 */
export function zBeside(series: Column, base: readonly Column[]): (column: Column) => number {
  const { values, covariance } = solve(series, base)
  return (column) => {
    const shared = base.map((other) => product(column, other))
    const onBase = covariance.map((row) => product(row, shared))
    const ofItsOwn = product(column, column) - product(onBase, shared)
    return (product(column, series) - product(values, shared)) / Math.sqrt(Math.max(SMALLEST, ofItsOwn))
  }
}

export function leastSquares({ logOdds, variance, spread }: Data, columns: readonly Column[]) {
  const [series = [], ...whitened] = whiten([logOdds, ...columns], variance, spread)
  return solve(series, whitened)
}

/** Of one of the columns: its value, its standard error, and how many of those it is from 0. */
export function coefficient({ values, covariance }: ReturnType<typeof solve>, column: number) {
  const size = at(values, column)
  const error = Math.sqrt(at(covariance[column] ?? [], column))
  return { size, error, z: size / error }
}

function product(a: Column, b: Column): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

/** A column that the others explain has a diagonal near 0; this turns it into a value with an endless error. */
const SMALLEST = 1e-12

/** Gauss and Jordan's inverse of a matrix of sums of products. */
function inverse(matrix: readonly Column[]): number[][] {
  const size = matrix.length
  const unit = (index: number) => constant(size).map((_, column) => (column === index ? 1 : 0))
  const rows = matrix.map((row, index) => [...row, ...unit(index)])
  for (const [index, pivot] of rows.entries()) {
    const divisor = Math.max(SMALLEST, pivot[index] ?? 0)
    for (const [column, value] of pivot.entries()) pivot[column] = value / divisor
    for (const row of rows) {
      const factor = row[index] ?? 0
      if (row === pivot || factor === 0) continue
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value
    }
  }
  return rows.map((row) => row.slice(size))
}

/** How much a brand's score varies in an ordinary week, measured over all brands of the market at once. */

/** Weeks apart that show a slow movement: late enough to differ from neighbours, early enough for many pairs. */
const FAR = [4, 5, 6]
/** Fewer pairs of neighbouring weeks than this can't tell slow from weekly, */
const PAIRS_FOR_SLOW = 8
/** nor can fewer brands. */
const SERIES_FOR_SLOW = 4
/** As how many observations the sampling bound itself counts: it rules where weeks are few. */
export const PRIOR_OBSERVATIONS = 20
/** A square above this many times its expectation is a change, no ordinary variation, and is cut there. */
export const LARGEST_SQUARE = 7
/** What the cut takes from the mean of squares of normal numbers. */
export const CUT_LOSS = 1.04
/** Scores of a market with answers of many brands vary at least this much of the bound. */
const LEAST_SAMPLING = 0.4
/** Passes of the regression below, whose weights depend on its result; it settles in three. */
const PASSES = 4

export const SAMPLE_ONLY: Spread = { sampling: 1, weekly: 0, slow: 0 }

export function spreadOf(list: readonly Values[]): Spread {
  const near = list.map((series) => differences(series, 1))
  const all = near.flat()
  if (all.length === 0) return SAMPLE_ONLY
  const { sampling, rest } = split(all)
  return { sampling, weekly: Math.sqrt(rest), slow: slowOf(list, near) }
}

/** Half of the squared difference of two weeks, which estimates the variance of one, and its sampling bound. */
function differences({ logOdds, variance }: Values, weeksApart: number) {
  return logOdds
    .map((value, week) => ({
      square: (at(logOdds, week + weeksApart) - value) ** 2 / 2,
      bound: (at(variance, week + weeksApart) + at(variance, week)) / 2,
    }))
    .filter(({ square }) => Number.isFinite(square))
}

type Differences = ReturnType<typeof differences>

/** How much more weeks far apart differ than neighbours: the median over the brands, so that one that changed is no spread. */
function slowOf(list: readonly Values[], near: readonly Differences[]): number {
  const squares = (some: Differences) => meanOf(some.map(({ square }) => square))
  const excess = list.flatMap((series, index) => {
    const neighbours = near[index] ?? []
    const far = FAR.flatMap((weeks) => differences(series, weeks))
    return neighbours.length < PAIRS_FOR_SLOW || far.length === 0 ? [] : [squares(far) - squares(neighbours)]
  })
  if (excess.length < SERIES_FOR_SLOW) return 0
  const forgotten = 1 - meanOf(FAR.map((weeks) => MEMORY ** weeks))
  return Math.sqrt(Math.max(0, medianOf(excess)) / forgotten)
}

/** Weighted regression: square = sampling × bound + rest, neither of them negative. */
function split(all: Differences): { sampling: number; rest: number } {
  const middle = medianOf(all.map(({ bound }) => bound))
  let sampling = 1
  let rest = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const observed = all.map(({ square, bound }) => {
      const expected = sampling * bound + rest
      return { bound, square: Math.min(square, LARGEST_SQUARE * expected) * CUT_LOSS, weight: expected ** -2 }
    })
    const prior = PRIOR_OBSERVATIONS * (sampling * middle + rest) ** -2
    observed.push({ bound: middle, square: middle, weight: prior })

    const total = sumOf(observed.map(({ weight }) => weight))
    const bounds = sumOf(observed.map(({ weight, bound }) => weight * bound))
    const bounds2 = sumOf(observed.map(({ weight, bound }) => weight * bound ** 2))
    const squares = sumOf(observed.map(({ weight, square }) => weight * square))
    const products = sumOf(observed.map(({ weight, bound, square }) => weight * bound * square))
    const determinant = total * bounds2 - bounds ** 2
    sampling = (total * products - bounds * squares) / determinant
    rest = (bounds2 * squares - bounds * products) / determinant
    // Weeks of equal size can't tell the two apart: then all of it is sampling.
    if (!(determinant > 1e-9 * total * bounds2) || rest < 0) {
      sampling = products / bounds2
      rest = 0
    }
    if (sampling < LEAST_SAMPLING) {
      sampling = LEAST_SAMPLING
      rest = Math.max(0, (squares - sampling * bounds) / total)
    }
  }
  return { sampling, rest }
}

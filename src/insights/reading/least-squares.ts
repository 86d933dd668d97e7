/** Generalised least squares: a series explained by columns, where weeks near one another are not independent. */
import { at } from './numbers.ts'

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

/** How much a brand's score varies in an ordinary week, measured over all brands of the market at once. */
import { MEMORY, type Spread, type Values } from './least-squares.ts'
import { at, meanOf, medianOf, sumOf } from './numbers.ts'

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

/** The value below which this share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export interface PairedRatio {
  /** The median of the rounds' ratios. */
  readonly value: number
  /** Half of the rounds are between these two. */
  readonly quartiles: readonly [number, number]
  readonly rounds: number
}

/**
 * One figure for two series that were measured in turns, round by round. Anything that slows the machine for a while slows
 * both sides of a round, and a round with a disturbance on one side moves the median by only one place.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): PairedRatio {
  if (ours.length !== theirs.length) throw new Error('Each round has both sides.')
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return {
    value: median(ratios),
    quartiles: [percentile(ratios, 0.25), percentile(ratios, 0.75)],
    rounds: ratios.length,
  }
}

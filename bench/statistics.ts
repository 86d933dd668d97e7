/** The value below which that share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export interface PairedRatio {
  /** The median of the rounds' ratios. */
  readonly value: number
  /** Half of the rounds lie between these two. */
  readonly quartiles: readonly [number, number]
  readonly rounds: number
}

/**
 * One figure of two series that were taken in turns, round by round. Whatever slows the machine for a while slows both
 * of a round, and a round that was disturbed on one side only moves the median by one place.
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

/** A number as it is written: to one decimal, or to two. */
export function rounded(value: number | null, isFraction = false): number {
  const number = value ?? 0
  const parts = isFraction ? 100 : 10
  return Math.abs(number) < 1e12 ? Math.round(number * parts) / parts + 0 : number
}

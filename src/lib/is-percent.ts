/** Whether a unit is the percent sign, or its word. */
export function isPercent(unit: string): boolean {
  return /^\s*(%|percent|pct)\s*$/i.test(unit)
}

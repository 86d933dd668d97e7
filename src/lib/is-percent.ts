/** Whether a unit is the percent sign or a word for it. */
export function isPercent(unit: string): boolean {
  return /^\s*(%|percent|pct)\s*$/i.test(unit)
}

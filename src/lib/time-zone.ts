/**
 * The IANA name of a time zone, written in any case; `null` if this machine doesn't have it. Fixed offsets are rejected,
 * since they have no daylight saving.
 */
export function zoneNamed(text: string): string | null {
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text.trim())
    return /^[+-]/.test(timeZoneId) ? null : timeZoneId
  } catch {
    return null
  }
}

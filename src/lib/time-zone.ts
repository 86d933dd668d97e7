/**
 * The IANA name of a time zone that this machine's database has, in whatever case it was written; `null`: there is none.
 * A fixed offset is none: it knows no summer time.
 */
export function zoneNamed(text: string): string | null {
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text.trim())
    return /^[+-]/.test(timeZoneId) ? null : timeZoneId
  } catch {
    return null
  }
}

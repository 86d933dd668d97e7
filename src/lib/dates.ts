import { lazy } from './cache.ts'

/** By ISO 8601 weekday, from 1. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The day of an ISO 8601 date or date-time, as written; `null` for anything else. */
export function dayOf(date: string | null): string | null {
  const text = /^(?!0000)\d{4}-\d{2}-\d{2}(?=$|T| )/.exec(date ?? '')?.[0]
  if (text === undefined) return null
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    return null
  }
}

/** Whether the text is a day as `YYYY-MM-DD`; not of the year 0000, which most date parsers reject. */
export const isDay = (text: string): boolean => dayOf(text) === text

/** `null` if this machine doesn't know it. Fixed offsets are rejected: they have no daylight saving. */
export function zoneNamed(text: string): string | null {
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text.trim())
    return /^[+-]/.test(timeZoneId) ? null : timeZoneId
  } catch {
    return null
  }
}

/** `Berlin` for `Europe/Berlin`; the IANA name if it names no city, or if another zone has the same city. */
export function zoneInWords(timeZone: string): string {
  const city = cityIn(timeZone)
  return city === null || ambiguous().has(city) ? timeZone : city
}

const continents =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?:.+\/)?([^/]+)$/

function cityIn(timeZone: string): string | null {
  return continents.exec(timeZone)?.[1]?.replaceAll('_', ' ') ?? null
}

const ambiguous = lazy(() => {
  const seen = new Set<string>()
  const several = new Set<string>()
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const city = cityIn(timeZone)
    if (city === null) continue
    if (seen.has(city)) several.add(city)
    seen.add(city)
  }
  return several
})

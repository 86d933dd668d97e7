import { lazy } from './lazy.ts'

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

/** Cities that appear in several zones. */
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

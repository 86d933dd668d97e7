import type { AlertSettings } from '../../store/index.ts'

/**
 * The end of the quiet hours that hold at a moment; `null`: none do. They go from one local time to the next coming of
 * the other, over midnight where that is the next day. A local time that a clock change skips comes shortly after; one
 * that happens twice counts the first time: as with digests.
 *
 * @param timeZone IANA name
 */
export function quietUntil(
  quietHours: AlertSettings['quietHours'],
  timeZone: string,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (quietHours === null) return null
  const { from, to } = quietHours
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const at = (day: Temporal.PlainDate, time: string) =>
    day
      .toPlainDateTime(Temporal.PlainTime.from(time))
      .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
      .toInstant()
  const nights = [today.subtract({ days: 1 }), today].map((day) => ({
    begins: at(day, from),
    ends: at(from < to ? day : day.add({ days: 1 }), to),
  }))
  const night = nights.findLast(
    ({ begins, ends }) =>
      Temporal.Instant.compare(begins, now) <= 0 && Temporal.Instant.compare(now, ends) < 0,
  )
  return night?.ends ?? null
}

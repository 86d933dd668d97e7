import { dayIn } from '../../model/period.ts'
import type { AlertSettings } from '../../store/index.ts'
import { slotOn } from './slots.ts'

/**
 * When the current quiet hours end; `null`: none now. They last from one local time to the next occurrence of the
 * other, past midnight if needed. A local time skipped by a clock change comes shortly after; a repeated one counts
 * the first time, as for digests.
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
  const today = dayIn(now, timeZone)
  const nights = [today.subtract({ days: 1 }), today].map((day) => ({
    begins: slotOn(day, { time: from, timeZone }),
    ends: slotOn(from < to ? day : day.add({ days: 1 }), { time: to, timeZone }),
  }))
  const night = nights.findLast(
    ({ begins, ends }) =>
      Temporal.Instant.compare(begins, now) <= 0 && Temporal.Instant.compare(now, ends) < 0,
  )
  return night?.ends ?? null
}

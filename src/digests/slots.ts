import type { Schedule } from '../store/index.ts'

/**
 * The newest slot of a weekly schedule at or before `now`, as an instant.
 * A local time that a clock change skips runs shortly after the gap; one that happens twice runs the first time:
 * that is Temporal's `compatible` disambiguation.
 */
export function newestSlot(schedule: Schedule, now: Temporal.Instant): Temporal.Instant {
  const local = now.toZonedDateTimeISO(schedule.timeZone)
  const daysBack = (local.dayOfWeek - schedule.weekday + 7) % 7
  const candidate = slotOn(local.toPlainDate().subtract({ days: daysBack }), schedule)
  return Temporal.Instant.compare(candidate, now) <= 0
    ? candidate
    : slotOn(local.toPlainDate().subtract({ days: daysBack + 7 }), schedule)
}

function slotOn(date: Temporal.PlainDate, { time, timeZone }: Schedule): Temporal.Instant {
  return date
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** "every Monday at 09:00, Europe/Paris" */
export function scheduleInWords({ weekday, time, timeZone }: Schedule): string {
  return `every ${weekdayNames[weekday - 1]} at ${time}, ${timeZone}`
}

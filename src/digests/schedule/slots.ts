import type { Days, Schedule } from '../../store/index.ts'

/**
 * A slot is the instant of a schedule's local time on one of its days. A local time that a clock change skips comes
 * shortly after, as much later as the clock went ahead; one that happens twice comes the first time: Temporal's
 * `compatible` disambiguation. A monthly day that a month lacks (31 in April) falls on that month's last day.
 */

/** The version of the zones' rules that Node brings: with another one, slots to come may be other instants. */
export const zoneData = process.versions.tz ?? ''

/** The next `count` slots after an instant, each later than the one before. */
export function nextSlots(
  schedule: Schedule,
  after: Temporal.Instant,
  count: number,
): readonly Temporal.Instant[] {
  const slots: Temporal.Instant[] = []
  let last = after
  // From the day before: a slot that a gap has moved can fall on the day after its own.
  let day = dayOf(schedule, after).subtract({ days: 1 })
  while (slots.length < count) {
    day = dayFrom(schedule, day, 1)
    const slot = slotOn(day, schedule)
    // Where a zone left out a whole day, two days have the same slot.
    if (Temporal.Instant.compare(slot, last) > 0) {
      slots.push(slot)
      last = slot
    }
    day = day.add({ days: 1 })
  }
  return slots
}

/** The newest slot at or before an instant. */
export function newestSlotAt(schedule: Schedule, at: Temporal.Instant): Temporal.Instant {
  for (let day = dayOf(schedule, at); ; day = day.subtract({ days: 1 })) {
    day = dayFrom(schedule, day, -1)
    const slot = slotOn(day, schedule)
    if (Temporal.Instant.compare(slot, at) <= 0) return slot
  }
}

function dayOf({ timeZone }: Schedule, at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(timeZone).toPlainDate()
}

function slotOn(day: Temporal.PlainDate, { time, timeZone }: Schedule): Temporal.Instant {
  return day
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
}

/** The first of the schedule's days from that day on, that day included, forwards (1) or backwards (-1). */
function dayFrom(days: Days, from: Temporal.PlainDate, step: 1 | -1): Temporal.PlainDate {
  if (days.kind === 'monthly') return dayOfMonthFrom(days.day, from, step)
  let day = from
  while (!isDay(days, day)) day = day.add({ days: step })
  return day
}

function isDay(days: Exclude<Days, { kind: 'monthly' }>, { dayOfWeek }: Temporal.PlainDate): boolean {
  switch (days.kind) {
    case 'daily':
      return true
    case 'weekdays':
      return dayOfWeek <= 5
    case 'days':
      return days.days.includes(dayOfWeek)
  }
}

function dayOfMonthFrom(day: number | 'last', from: Temporal.PlainDate, step: 1 | -1): Temporal.PlainDate {
  const inMonthOf = (month: Temporal.PlainDate) =>
    month.with({ day: day === 'last' ? month.daysInMonth : Math.min(day, month.daysInMonth) })
  const here = inMonthOf(from)
  if (Temporal.PlainDate.compare(here, from) * step >= 0) return here
  return inMonthOf(from.with({ day: 1 }).add({ months: step }))
}

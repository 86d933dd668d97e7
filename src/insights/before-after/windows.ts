/** The weeks before and since a task's day. Pure. */
import type { BeforeAfter, FollowedTask } from '../../model/before-after.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { lastComplete } from '../periods.ts'

export const weeksBefore = 4
/** With fewer weeks since, there is no verdict. */
export const minWeeksSince = 3
/** A story is followed for this many weeks: later changes have too many other possible causes. */
export const maxWeeksSince = 12

export interface Windows {
  readonly before: ReportPeriod
  readonly since: ReportPeriod | null
  readonly weeksSince: number
  /** The first day on which `minWeeksSince` weeks are complete. */
  readonly readableOn: string
}

/** The four complete weeks before the week of a day, and the complete ones after it, at most twelve. */
export function windowsOf(from: string, now: Temporal.Instant, timeZone: string): Windows {
  const day = Temporal.PlainDate.from(from)
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  // The week of the day counts on neither side, because it mixes both.
  const first = monday.add({ weeks: 1 })
  const end = Temporal.PlainDate.from(lastComplete('week', now, timeZone).end)
  const complete = Math.floor((first.until(end).days + 1) / 7)
  const weeksSince = Math.max(0, Math.min(maxWeeksSince, complete))
  return {
    before: weeks(monday.subtract({ weeks: weeksBefore }), weeksBefore, timeZone),
    since: weeksSince === 0 ? null : weeks(first, weeksSince, timeZone),
    weeksSince,
    readableOn: readableAfter(first, minWeeksSince),
  }
}

/** The Monday `count` weeks after `first`. */
export function readableAfter(first: Temporal.PlainDate, count: number): string {
  return first.add({ weeks: count }).toString()
}

/** Whole weeks as a period. The unit only tells the service what to compare them with, and stories don't use that. */
function weeks(start: Temporal.PlainDate, count: number, timeZone: string): ReportPeriod {
  const end = start.add({ days: 7 * count - 1 })
  const unit = count === 1 ? 'week' : count <= 4 ? 'month' : 'year'
  return { unit, start: start.toString(), end: end.toString(), timeZone }
}

/** A story before anything is read for it. */
export function withoutReading(
  { aim, from, basis }: FollowedTask,
  { clock, timeZone }: { readonly clock: { now(): Temporal.Instant }; readonly timeZone: string },
): BeforeAfter {
  const { before, since, weeksSince, readableOn } = windowsOf(from, clock.now(), timeZone)
  return {
    aim,
    from,
    basis,
    own: null,
    before,
    since,
    weeksSince,
    isFinal: weeksSince === maxWeeksSince,
    aimed: [],
    overall: [],
    others: [],
    verdict:
      weeksSince < minWeeksSince
        ? { kind: 'too_early', readableOn }
        : { kind: 'unavailable', why: 'out_of_requests' },
  }
}

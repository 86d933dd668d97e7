/** Days as whole numbers since 1970-01-01 (UTC), and periods of days. */

/** The service keeps this many days before today. Older data does not exist. */
export const KEPT_DAYS = 730

export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** An inclusive range of day numbers. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

const EPOCH = Temporal.PlainDate.from('1970-01-01')
const MS_PER_DAY = 86_400_000

/** The UTC day that contains an instant. */
export function dayOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / MS_PER_DAY)
}

export function dayFromDate(date: Temporal.PlainDate): number {
  return EPOCH.until(date, { largestUnit: 'days' }).days
}

export function dateFromDay(day: number): Temporal.PlainDate {
  return EPOCH.add({ days: day })
}

/** First day of the period (week: Monday) that contains a date. */
export function periodStart(period: Period, date: Temporal.PlainDate): Temporal.PlainDate {
  if (period === 'week') return date.subtract({ days: date.dayOfWeek - 1 })
  if (period === 'month') return date.with({ day: 1 })
  if (period === 'year') return date.with({ month: 1, day: 1 })
  return date
}

/** Last day of the period (week: Sunday) that contains a date. */
export function periodEnd(period: Period, date: Temporal.PlainDate): Temporal.PlainDate {
  return periodStart(period, date)
    .add({ [`${period}s`]: 1 })
    .subtract({ days: 1 })
}

/**
 * The range before `start..end`, for comparison. It has the same number of whole periods if the range consists of
 * whole periods (so a month is compared with the previous month), else the same number of days.
 */
export function previousRange(
  period: Period,
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
): { start: Temporal.PlainDate; end: Temporal.PlainDate } {
  const whole = periodStart(period, start).equals(start) && periodEnd(period, end).equals(end)
  const before = start.subtract({ days: 1 })
  if (!whole) {
    const { days } = start.until(end, { largestUnit: 'days' })
    return { start: before.subtract({ days }), end: before }
  }
  const unit = `${period}s` as const
  const count = start.until(end.add({ days: 1 }), { largestUnit: unit })[unit]
  return { start: start.subtract({ [unit]: count }), end: before }
}

/** The part of a range for which data exists today, or `null` if there is none. @param first the first day with data */
export function withinData(range: DayRange, today: number, first: number): DayRange | null {
  const from = Math.max(range.from, today - KEPT_DAYS, first)
  const to = Math.min(range.to, today)
  return from <= to ? { from, to } : null
}

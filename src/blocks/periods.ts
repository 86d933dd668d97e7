/** Calendar periods in words. Dates are dates: no zone moves them. */
import type { PeriodUnit, ReportPeriod } from '../insights/model.ts'
import { lazily } from '../lazily.ts'
import { oneLine } from './text.ts'

const shortMonth = lazily(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }))
const longMonth = lazily(() => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }))
const weekday = lazily(() => new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }))

/** `Week of Mon 9 – Sun 15 Nov 2026`, `November 2026`, `2026`, `Mon 9 Nov 2026`, `1 – 21 Nov 2026`. */
export function periodWords({ unit, start, end }: ReportPeriod): string {
  const from = dateOf(start)
  const to = dateOf(end)
  if (from === null || to === null) return `${oneLine(start, 30, '?')} – ${oneLine(end, 30, '?')}`
  if (from.equals(to)) return dayWords(from)
  if (unit === 'week' && from.dayOfWeek === 1 && from.add({ days: 6 }).equals(to))
    return `Week of ${range(from, to, true)}`
  const wholeMonths = from.day === 1 && to.day === to.daysInMonth
  if (wholeMonths && from.year === to.year && from.month === to.month)
    return `${month(longMonth, from)} ${from.year}`
  if (wholeMonths && from.year === to.year && from.month === 1 && to.month === 12) return String(from.year)
  return range(from, to, unit === 'week')
}

/** The same inside a sentence: `the week of Mon 9 – Sun 15 Nov 2026`. */
export function periodInSentence(period: ReportPeriod): string {
  return periodWords(period).replace(/^Week/, 'the week')
}

/** `Mon 9 Nov 2026` for `YYYY-MM-DD` or an instant; otherwise what was given. */
export function dateWords(date: string): string {
  const day = dateOf(date)
  return day === null ? oneLine(date, 30, 'an unknown date') : dayWords(day)
}

export const unitWords: Readonly<Record<PeriodUnit, { readonly each: string; readonly title: string }>> = {
  day: { each: 'day', title: 'Daily' },
  week: { each: 'week', title: 'Weekly' },
  month: { each: 'month', title: 'Monthly' },
  year: { each: 'year', title: 'Yearly' },
}

function range(from: Temporal.PlainDate, to: Temporal.PlainDate, withWeekdays: boolean): string {
  const day = (date: Temporal.PlainDate) =>
    withWeekdays ? `${weekdayOf(date)} ${date.day}` : String(date.day)
  const end = `${day(to)} ${month(shortMonth, to)} ${to.year}`
  if (from.year !== to.year) return `${day(from)} ${month(shortMonth, from)} ${from.year} – ${end}`
  if (from.month !== to.month) return `${day(from)} ${month(shortMonth, from)} – ${end}`
  return `${day(from)} – ${end}`
}

function dayWords(date: Temporal.PlainDate): string {
  return `${weekdayOf(date)} ${date.day} ${month(shortMonth, date)} ${date.year}`
}

function weekdayOf(date: Temporal.PlainDate): string {
  return weekday().format(millis(date))
}

function month(format: () => Intl.DateTimeFormat, date: Temporal.PlainDate): string {
  return format().format(millis(date))
}

function millis(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds
}

function dateOf(text: string): Temporal.PlainDate | null {
  try {
    return /^\d{4}-\d{2}-\d{2}/.test(text) ? Temporal.PlainDate.from(text.slice(0, 10)) : null
  } catch {
    return null
  }
}

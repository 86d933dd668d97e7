import { PERIODS } from '../api/enums.ts'
import { Cache } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import type { PeriodUnit, ReportPeriod } from '../model/reports.ts'

export type PeriodReading =
  | { readonly ok: true; readonly period: ReportPeriod }
  | { readonly ok: false; readonly problem: string }

/** The longest each unit can be, in days. */
const LONGEST: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 31, year: 366 }
const BY_LENGTH = PERIODS.toSorted((a, b) => LONGEST[a] - LONGEST[b])
const RELATIVE = new RegExp(`^(?:(this|last) )?(${PERIODS.join('|')})$`)
const LAST_DAYS = /^last (\d{1,3}) days$/i
/** Month names as people type them. */
export const MONTHS: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const EXAMPLES =
  '2026-10-05, 2026-W41, 2026-10, 2026, 2026-10-01..2026-10-31, today, yesterday, this week or last month'

/**
 * The calendar day, ISO week (Monday to Sunday), month or year that contains a date. The time zone only records
 * where the days were counted.
 */
export function periodContaining(
  unit: PeriodUnit,
  date: Temporal.PlainDate | string,
  timeZone: string,
): ReportPeriod {
  const start = startOf(unit, Temporal.PlainDate.from(date))
  return period(unit, start, start.add(oneOf(unit)).subtract({ days: 1 }), timeZone)
}

/** The last complete day, week, month or year in a zone. @throws {RangeError} for an unknown zone */
export function lastComplete(unit: PeriodUnit, now: Temporal.Instant, timeZone: string): ReportPeriod {
  return previous(periodContaining(unit, today(now, timeZone), timeZone))
}

/** The previous calendar period, or as many days for a custom range. */
export function previous(of: ReportPeriod): ReportPeriod {
  const dayBefore = Temporal.PlainDate.from(of.start).subtract({ days: 1 })
  if (isCalendarPeriod(of)) return periodContaining(of.unit, dayBefore, of.timeZone)
  return period(of.unit, dayBefore.subtract({ days: daysOf(of.start, of.end) - 1 }), dayBefore, of.timeZone)
}

/**
 * The days that a period is compared with: the previous period, or for a running period only as many of its days as
 * have begun. A shorter previous month gives all of its days.
 */
export function sameDaysBefore(of: ReportPeriod): ReportPeriod {
  if (of.soFar === undefined) return previous(of)
  const { soFar, ...whole } = of
  if (!isCalendarPeriod(of)) return previous({ ...whole, end: soFar })
  const before = previous(whole)
  const end = Temporal.PlainDate.from(before.start).add({ days: daysOf(of.start, soFar) - 1 })
  return Temporal.PlainDate.compare(end, before.end) < 0 && soFar !== of.end
    ? { ...before, end: end.toString() }
    : before
}

/** Whether a period is a calendar period; a custom range must send its end. */
export function isCalendarPeriod({ unit, start, end, timeZone }: ReportPeriod): boolean {
  const calendar = periodContaining(unit, start, timeZone)
  return calendar.start === start && calendar.end === end
}

/**
 * The period between two days, both included. `unit` decides what the service compares it with; if `null`, it is the
 * smallest unit that covers the range: `2026-10-01..2026-10-31` is a month, `2026-10-07..2026-10-09` part of a week.
 */
function rangePeriod(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  unit: PeriodUnit | null,
  timeZone: string,
): ReportPeriod {
  const days = daysOf(start, end)
  const asLong = BY_LENGTH.find((name) => days <= LONGEST[name]) ?? 'year'
  return period(unit ?? asLong, start, end, timeZone)
}

/** A day in a zone, with the texts parsed on it. */
interface Today {
  readonly date: Temporal.PlainDate
  /** In ms since 1970; `until` is excluded. */
  readonly from: number
  readonly until: number
  readonly readings: Cache<PeriodReading>
}

/**
 * By time zone, of which there are about six hundred. Every command needs the day, and calendar arithmetic would be the
 * slowest part of its own work. A day keeps at most 100 readings, because people can type any text.
 */
const days = new Cache<Today>({ clock: systemClock, ttlMs: null, max: 1_000 })

function todayIn(timeZone: string, now: Temporal.Instant): Today {
  const from = now.epochMilliseconds
  const cached = days.get(timeZone)
  if (cached !== undefined && cached.from <= from && from < cached.until) return cached
  const zoned = now.toZonedDateTimeISO(timeZone)
  const midnight = zoned.startOfDay().add({ days: 1 }).startOfDay().epochMilliseconds
  // If clocks go back across midnight, a day occurs twice.
  const change = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? midnight
  const readings = new Cache<PeriodReading>({ clock: systemClock, ttlMs: null, max: 100 })
  const day = { date: zoned.toPlainDate(), from, until: Math.min(midnight, change), readings }
  days.set(timeZone, day)
  return day
}

/** Today's date in a zone. */
function today(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return todayIn(timeZone, now).date
}

/**
 * Parses `2026-10-05`, `2026-W41` (an ISO week), `2026-10`, `2026`, `2026-10-01..2026-10-31` (both ends included,
 * each in any of these forms), `today`, `yesterday`, `this week`, `last month`, `october` (the newest that has
 * begun), `last 30 days` (up to yesterday) or just `week`; empty text is the last complete week. With a day, `unit`
 * selects the week, month or year around it. The problem is a sentence for the person.
 */
export function readPeriod(
  input: string,
  unit: PeriodUnit | null,
  now: Temporal.Instant,
  timeZone: string,
): PeriodReading {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  const { readings } = todayIn(timeZone, now)
  const key = `${unit ?? ''} ${text}`
  const cached = readings.get(key)
  if (cached !== undefined) return cached
  const reading = readText(text, unit, now, timeZone)
  readings.set(key, reading)
  return reading
}

/**
 * Whether a text names a period that has begun in at least one time zone. Used before the channel's zone is known, so
 * that nothing is suggested that would be refused everywhere.
 */
export function isPeriodText(text: string, unit: PeriodUnit | null): boolean {
  return readPeriod(text, unit, systemClock.now(), 'Pacific/Kiritimati').ok
}

function readText(
  text: string,
  unit: PeriodUnit | null,
  now: Temporal.Instant,
  timeZone: string,
): PeriodReading {
  try {
    const period =
      text === '' ? lastComplete(unit ?? 'week', now, timeZone) : periodOf(text, unit, now, timeZone)
    const date = today(now, timeZone)
    refuseUnmeasurable(period, text, date)
    const isRunning = Temporal.PlainDate.compare(period.end, date) >= 0
    const asked = { ...period, thisYear: date.year }
    return { ok: true, period: isRunning ? { ...asked, soFar: date.toString() } : asked }
  } catch (error) {
    if (error instanceof Problem) return { ok: false, problem: error.message }
    throw error
  }
}

/** The problem with a typed period, and what to write instead. */
class Problem extends Error {}

function periodOf(
  text: string,
  unit: PeriodUnit | null,
  now: Temporal.Instant,
  timeZone: string,
): ReportPeriod {
  const count = LAST_DAYS.exec(text)?.[1]
  if (count !== undefined) {
    // Today is incomplete.
    const end = today(now, timeZone).subtract({ days: 1 })
    return rangePeriod(end.subtract({ days: Math.max(1, Number(count)) - 1 }), end, unit, timeZone)
  }
  const ends = text.split(/ ?\.{2,3} ?| to /i)
  const [first = '', last] = ends
  if (ends.length > 2 || ends.some((end) => end === '')) throw unknownWords(text)
  if (last !== undefined) {
    const start = Temporal.PlainDate.from(single(first, now, timeZone).start)
    const end = Temporal.PlainDate.from(single(last, now, timeZone).end)
    if (Temporal.PlainDate.compare(start, end) > 0) {
      throw new Problem(`That range ends (${end}) before it starts (${start}). Put the earlier day first.`)
    }
    return rangePeriod(start, end, unit, timeZone)
  }
  const period = single(text, now, timeZone)
  if (unit === null || unit === period.unit) return period
  if (period.unit === 'day') return periodContaining(unit, period.start, timeZone)
  throw new Problem(
    `${quote(text)} is a ${period.unit}, not a ${unit}. Remove “${unit}”, or give a day inside the ${unit}, such as ${period.start}.`,
  )
}

function single(text: string, now: Temporal.Instant, timeZone: string): ReportPeriod {
  const date = today(now, timeZone)
  const word = text.toLowerCase()
  if (word === 'today') return periodContaining('day', date, timeZone)
  if (word === 'yesterday') return lastComplete('day', now, timeZone)
  const relative = RELATIVE.exec(word)
  if (relative !== null) {
    const unit = relative[2] as PeriodUnit
    return relative[1] === 'this' ? periodContaining(unit, date, timeZone) : lastComplete(unit, now, timeZone)
  }
  const month = MONTHS.indexOf(word)
  if (month >= 0) {
    // The newest one that has begun.
    const year = month + 1 > date.month ? date.year - 1 : date.year
    return periodContaining('month', Temporal.PlainDate.from({ year, month: month + 1, day: 1 }), timeZone)
  }
  const parts = /^(\d{4})(?:-w(\d{1,2})|-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(word)
  if (parts === null) throw unknownWords(text)
  const [year, week, monthNumber, day] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const first = Temporal.PlainDate.from({ year: year ?? 0, month: 1, day: 1 })
  if (week !== undefined) return periodContaining('week', dayOfWeek(first, week, text), timeZone)
  if (monthNumber === undefined) return periodContaining('year', first, timeZone)
  if (monthNumber < 1 || monthNumber > 12) throw impossible(text, 'months go from 01 to 12')
  const inMonth = first.with({ month: monthNumber })
  if (day === undefined) return periodContaining('month', inMonth, timeZone)
  if (day < 1 || day > inMonth.daysInMonth) {
    const name = inMonth.toLocaleString('en', { month: 'long', year: 'numeric' })
    throw impossible(text, `${name} has ${inMonth.daysInMonth} days`)
  }
  return periodContaining('day', inMonth.with({ day }), timeZone)
}

/** A day of an ISO week: 4 January is always in week 1, 28 December always in the last one. */
function dayOfWeek(newYear: Temporal.PlainDate, week: number, text: string): Temporal.PlainDate {
  const weeks = newYear.with({ month: 12, day: 28 }).weekOfYear ?? 52
  if (week < 1 || week > weeks) throw impossible(text, `${newYear.year} has weeks 1 to ${weeks}`)
  return newYear.with({ day: 4 }).add({ weeks: week - 1 })
}

function refuseUnmeasurable(period: ReportPeriod, text: string, date: Temporal.PlainDate): void {
  const isAhead = (day: string) => Temporal.PlainDate.compare(day, date) > 0
  const now = `today is ${date} in ${period.timeZone}`
  if (isAhead(period.start)) {
    throw new Problem(`${quote(text)} is in the future: ${now}. Choose one that has started.`)
  }
  // A running calendar period is fine; a custom range can end today instead.
  if (isAhead(period.end) && !isCalendarPeriod(period)) {
    throw new Problem(`${quote(text)} ends in the future: ${now}. Choose an end on or before ${date}.`)
  }
  // The week of 1 January 2000 begins in 1999.
  if (period.start < '1999-12-27') {
    throw new Problem(`${quote(text)} is too long ago to have data. Choose a year from 2000 on.`)
  }
}

function unknownWords(text: string): Problem {
  return new Problem(`${quote(text)} isn’t a period I know. Try ${EXAMPLES}.`)
}

function impossible(text: string, why: string): Problem {
  return new Problem(`${quote(text)} doesn’t exist: ${why}. Check the number and try again.`)
}

/** The typed text, shortened to fit a sentence. */
function quote(text: string): string {
  const letters = Array.from(text.toWellFormed())
  return `“${letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('')}”`
}

function startOf(unit: PeriodUnit, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 })
    case 'month':
      return date.with({ day: 1 })
    case 'year':
      return date.with({ month: 1, day: 1 })
  }
}

function oneOf(unit: PeriodUnit): Temporal.DurationLike {
  return { [`${unit}s`]: 1 }
}

function daysOf(start: Temporal.PlainDate | string, end: Temporal.PlainDate | string): number {
  return Temporal.PlainDate.from(start).until(end).days + 1
}

function period(
  unit: PeriodUnit,
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  timeZone: string,
): ReportPeriod {
  return { unit, start: start.toString(), end: end.toString(), timeZone }
}

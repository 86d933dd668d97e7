/**
 * How numbers and periods are written: en-US, one decimal, changes of percentages in points; the day before the month. Dates
 * are never converted between time zones (ADR 13).
 */

import { lazy } from '../../lib/cache.ts'
import { isPercent } from '../../lib/strings.ts'
import type { BrandStanding, MetricChange, MetricName, ReportPeriod } from '../../model/reports.ts'
import { oneLine, shortName } from './text.ts'

export interface MetricForm {
  readonly key: MetricName
  readonly label: string
  /** `count`: whole numbers. `place`: lower is better, so a change names both values instead of a direction. */
  readonly form: 'decimal' | 'count' | 'place'
}

export const metricForms = [
  { key: 'visibility', label: 'Visibility', form: 'decimal' },
  { key: 'presence', label: 'Presence', form: 'decimal' },
  { key: 'averageRanking', label: 'Avg. ranking', form: 'place' },
  { key: 'mentions', label: 'Mentions', form: 'count' },
  { key: 'shareOfVoice', label: 'Share of voice', form: 'decimal' },
] as const satisfies readonly MetricForm[]

export const visibilityForm: MetricForm = metricForms[0]
export const shareOfVoiceForm: MetricForm = metricForms[4]

export const notAvailable = 'n/a'

const format = (options: Intl.NumberFormatOptions) => lazy(() => new Intl.NumberFormat('en-US', options))
const signDisplay = 'negative'
const decimal = format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay })
const hundredths = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const count = format({ maximumFractionDigits: 1, signDisplay })
const compactForm = format({ notation: 'compact', maximumFractionDigits: 1, signDisplay })
const scientific = format({ notation: 'scientific', maximumFractionDigits: 1, signDisplay })
const ordinalRule = lazy(() => new Intl.PluralRules('en-US', { type: 'ordinal' }))
const ordinalEnds: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const list = lazy(() => new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }))

/** `41.3%`, `2.1`, `1,204`, `1.2M`; `n/a` without a value. The metric's label says what it counts, so only `%` is added. */
export function valueWords(
  { value, unit, isFraction }: Pick<MetricChange, 'value' | 'unit' | 'isFraction'>,
  { form }: MetricForm,
): string {
  if (!isNumber(value)) return notAvailable
  if (isFraction) return hundredths().format(value)
  return `${plainNumber(value, form)}${isPercent(unit) ? '%' : ''}`
}

/** `▲ up 2.4 points` for news; `40.9% before` if it isn't; `no change`, `new`, `n/a`. Never a glyph without words. */
export function changeWords(change: MetricChange, metric: MetricForm): string {
  const words = changeInSentence(change, metric)
  const { previous, verdict, isNews } = change
  if ([notAvailable, 'new', 'no change'].includes(words)) return words
  const glyph = verdict === 'worse' ? '▼ ' : verdict === 'better' ? '▲ ' : ''
  if (isNews) return `${glyph}${words}`
  const before = valueWords({ ...change, value: previous }, metric)
  // Values that print the same count as unchanged.
  return before === valueWords(change, metric) ? 'no change' : `${before} before`
}

/** The same for a table cell, after the value: `▲ +2.4`, `(+0.4)`. */
export function changeCell(change: MetricChange, { form }: MetricForm): string {
  const { value, previous, delta, verdict, isNews, isFraction } = change
  if (!isNumber(value)) return notAvailable
  if (!isNumber(previous)) return 'new'
  if (!isNumber(delta)) return notAvailable
  const size = isFraction ? hundredths().format(Math.abs(delta)) : plainNumber(Math.abs(delta), form)
  if (verdict === 'same' || Number(size) === 0) return 'no change'
  const words = `${delta > 0 ? '+' : '−'}${size}`
  return isNews ? `${verdict === 'worse' ? '▼' : '▲'} ${words}` : `(${words})`
}

/** `up 2.4 points`, whether or not it is news: the sentence around it says so. */
export function changeInSentence(change: MetricChange, { form }: MetricForm): string {
  const { value, previous, delta, verdict, unit, isFraction } = change
  if (!isNumber(value)) return notAvailable
  if (!isNumber(previous)) return 'new'
  if (!isNumber(delta)) return notAvailable
  if (verdict === 'same' || delta === 0) return 'no change'
  if (form === 'place') {
    const verb = verdict === 'worse' ? 'worsened' : verdict === 'better' ? 'improved' : 'moved'
    return `${verb} from ${plainNumber(previous, form)} to ${plainNumber(value, form)}`
  }
  const size = Math.abs(delta)
  const units = isPercent(unit) ? 'points' : oneLine(unit, 12, '')
  const shownUnits = form === 'count' && size === 1 ? units.replace(/s$/, '') : units
  const points = `${plainNumber(size, form)} ${shownUnits}`.trimEnd()
  return `${delta > 0 ? 'up' : 'down'} ${isFraction ? hundredths().format(size) : points}`
}

/** `2nd`, `500+`, `n/a`. That it changed is only said where the scores are clearly apart. */
export function rankWords({ rank, beyond }: BrandStanding): string {
  if (beyond !== undefined) return `${numberWords(beyond)}+`
  return isNumber(rank) ? ordinal(rank) : notAvailable
}

/** `1st`, `2nd`, `11th`. */
export function ordinal(rank: number): string {
  return `${count().format(rank)}${ordinalEnds[ordinalRule().select(rank)] ?? 'th'}`
}

/** `1 brand`, `12 brands`, `1,204 mentions`. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${plainNumber(amount, 'count')} ${amount === 1 ? one : many}`
}

/** `both`, `all 4` */
export const allOf = (count: number): string => (count === 2 ? 'both' : `all ${numberWords(count)}`)

/** `A, B, and 3 more`, for names from outside. Line breaks in a name become spaces. */
export function names(all: readonly string[], shown = 3, longest = 60): string {
  const shownNames = all.slice(0, shown).map((name) => shortName(name, longest, '(unnamed)'))
  const rest = all.length - shownNames.length
  return list().format(rest > 0 ? [...shownNames, `${plainNumber(rest, 'count')} more`] : shownNames)
}

/** `1,204`: an amount without a unit. */
export function numberWords(amount: number): string {
  return plainNumber(amount, 'count')
}

/** `51.0`: a chart's value. */
export function pointWords(value: number): string {
  return plainNumber(value, 'decimal')
}

/** `−1.2`, `+0.4`, `0.0`: points with their sign. */
export function signedPoints(points: number): string {
  const words = pointWords(Math.abs(points))
  return `${Number(words) === 0 ? '' : points < 0 ? '−' : '+'}${words}`
}

/** `−1.9 and +2.4` */
export function rangeWords([low, high]: readonly [number, number]): string {
  return `${signedPoints(low)} and ${signedPoints(high)}`
}

/** Whether any brand has a previous value. In a first period none has, so "new" would mean nothing. */
export function isCompared(standings: readonly BrandStanding[]): boolean {
  return standings.some((standing) => metricForms.some(({ key }) => isNumber(standing[key].previous)))
}

export function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

function plainNumber(value: number, form: MetricForm['form']): string {
  if (Math.abs(value) >= 1e15) return scientific().format(value)
  if (Math.abs(value) >= 1e6) return compactForm().format(value)
  return (form === 'count' ? count() : decimal()).format(value)
}

const shortMonth = lazy(() => new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }))
const longMonth = lazy(() => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }))
const weekday = lazy(() => new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }))

/**
 * `Week of Mon 9 – Sun 15 Nov`, `November`, `2026`, `Mon 9 Nov`, `1 – 21 Nov`; for a running period,
 * `This week so far, Mon 16 – Wed 18 Nov`. The year is added unless it is `thisYear`: `November 2025`.
 */
export function periodWords(period: ReportPeriod): string {
  if (isRunning(period)) {
    const { soFar, ...elapsed } = period
    const days = periodWords({ ...elapsed, unit: period.unit === 'week' ? 'week' : 'day', end: soFar })
    return `${period.unit === 'day' ? 'Today' : `This ${period.unit}`} so far, ${days.replace(/^Week of /, '')}`
  }
  const { unit, start, end } = period
  const from = dateOf(start)
  const to = dateOf(end)
  if (from === null || to === null) return `${oneLine(start, 30, '?')} – ${oneLine(end, 30, '?')}`
  const { thisYear } = period
  if (from.equals(to)) return dayWords(from, thisYear)
  if (unit === 'week' && isWholeCalendarPeriod(period)) return `Week of ${range(from, to, true, thisYear)}`
  const wholeMonths = from.day === 1 && to.day === to.daysInMonth
  if (wholeMonths && from.year === to.year && from.month === to.month)
    return withYear(month(longMonth, from), from, thisYear)
  if (wholeMonths && from.year === to.year && from.month === 1 && to.month === 12) return String(from.year)
  return range(from, to, unit === 'week', thisYear)
}

/** `9–15 Nov`, `October`, `2025`, `16–18 Nov`: 20 characters at most, for a chart. */
export function shortPeriod(period: ReportPeriod): string {
  const { start } = period
  const from = dateOf(start)
  const to = dateOf(isRunning(period) ? period.soFar : period.end)
  if (from === null || to === null) return 'Unknown days'
  const first = dayIn(shortMonth, from)
  if (from.equals(to)) return first
  if (from.day === 1 && to.day === to.daysInMonth && from.year === to.year) {
    if (from.month === to.month) return month(longMonth, from)
    if (from.month === 1 && to.month === 12) return String(from.year)
  }
  if (from.year !== to.year) return acrossYears(from, to)
  const last = dayIn(shortMonth, to)
  if (from.month !== to.month) return `${first} – ${last}`
  return `${from.day}–${last}`
}

/** `28 Dec 26–3 Jan 27`. */
function acrossYears(from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  const year = (date: Temporal.PlainDate) => String(date.year).slice(-2)
  return [from, to].map((date) => `${date.day} ${month(shortMonth, date)} ${year(date)}`).join('–')
}

/** `periodWords` inside a sentence: `the week of Mon 9 – Sun 15 Nov`. */
export function periodInSentence(period: ReportPeriod): string {
  return periodWords(period)
    .replace(/^Week/, 'the week')
    .replace(/^(This|Today) /, (word) => word.toLowerCase())
}

export interface ComparedPeriod {
  readonly period: ReportPeriod
  readonly comparedWith: ReportPeriod | null
}

/** What a period is compared with: `2–8 Nov`; for a running one, `the same days the week before`. */
export function againstWords({ period, comparedWith }: ComparedPeriod): string {
  if (isRunning(period))
    return period.unit === 'day' ? 'the day before' : `the same days the ${period.unit} before`
  return comparedWith === null ? `the previous ${periodNoun(period)}` : shortPeriod(comparedWith)
}

/** `9–15 Nov`; with the year if it is known to differ from `thisYear`. */
export function datedPeriod(period: ReportPeriod): string {
  const { unit, start, end, thisYear } = period
  const days = shortPeriod(period)
  const to = dateOf(end)
  const hasYear = unit === 'year' || to === null || dateOf(start)?.year !== to.year
  return hasYear || thisYear === undefined ? days : withYear(days, to, thisYear)
}

/**
 * When something was true: `in October`, `in the week of 9–15 Nov`, `on 9 Nov`; for a running period, `this week so far`.
 * The year is added if it is known to differ from `thisYear`: `in October 2025`.
 */
export function whenWords(period: ReportPeriod): string {
  if (isRunning(period)) return period.unit === 'day' ? 'today so far' : `this ${period.unit} so far`
  const dated = datedPeriod(period)
  if (!isWholeCalendarPeriod(period)) return `over ${dated}`
  return { day: `on ${dated}`, week: `in the week of ${dated}`, month: `in ${dated}`, year: `in ${dated}` }[
    period.unit
  ]
}

/** What a running period covers, and what it is compared with; `null` for one that is over. */
export function soFarNote(period: ReportPeriod, comparedWith: ReportPeriod | null): string | null {
  if (!isRunning(period)) return null
  const against =
    comparedWith === null ? 'not compared with anything' : `against ${againstWords({ period, comparedWith })}`
  return `${periodWords(period)}, ${against}.`
}

/** Whether it is a calendar period that was still running when it was read. */
export function isRunning(period: ReportPeriod): period is ReportPeriod & { readonly soFar: string } {
  return period.soFar !== undefined && isWholeCalendarPeriod(period) && dateOf(period.soFar) !== null
}

/** `Mon 9 Nov 2026` for `YYYY-MM-DD` or an instant, `Mon 9 Nov` if it is in `thisYear`; otherwise the text itself. */
export function dateWords(date: string, thisYear?: number): string {
  const day = dateOf(date)
  return day === null ? oneLine(date, 30, 'an unknown date') : dayWords(day, thisYear)
}

/** `Tue 10 Nov`, for a recent day, which needs no year. */
export function weekdayAndDay(date: string): string {
  const day = dateOf(date)
  return day === null ? oneLine(date, 30, 'an unknown date') : withWeekday(day, dayIn(shortMonth, day))
}

/** `30 March` if `beside` is in the same year, otherwise `30 March 2026`. */
export function dayAndMonth(date: string, beside: string): string {
  const day = dateOf(date)
  return day === null
    ? oneLine(date, 30, 'an unknown date')
    : withYear(dayIn(longMonth, day), day, dateOf(beside)?.year)
}

/** `30 Mar`; with the year if it is known to differ from `thisYear`. */
export function shortDay(date: string, thisYear?: number): string {
  const day = dateOf(date)
  return day === null ? oneLine(date, 20, '?') : withYear(dayIn(shortMonth, day), day, thisYear ?? day.year)
}

/** 0 if either isn't a date. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [dateOf(from), dateOf(to)]
  return start === null || end === null ? 0 : start.until(end).days
}

/** Not rounded. */
export const weeksBetween = (from: string, to: string): number => daysBetween(from, to) / 7

/** `week`, as in "a quiet week"; `period` for a range that isn't a calendar period. */
export function periodNoun(period: ReportPeriod): string {
  return isWholeCalendarPeriod(period) ? period.unit : 'period'
}

function isWholeCalendarPeriod({ unit, start, end }: ReportPeriod): boolean {
  const from = dateOf(start)
  const to = dateOf(end)
  if (from === null || to === null) return true
  switch (unit) {
    case 'day':
      return from.equals(to)
    case 'week':
      return from.dayOfWeek === 1 && from.add({ days: 6 }).equals(to)
    case 'month':
      return from.day === 1 && from.with({ day: from.daysInMonth }).equals(to)
    case 'year':
      return from.dayOfYear === 1 && from.with({ month: 12, day: 31 }).equals(to)
  }
}

/** Both ends have their year if the years differ. */
function range(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  withWeekdays: boolean,
  thisYear: number | undefined,
): string {
  const day = (date: Temporal.PlainDate, words: string) => (withWeekdays ? withWeekday(date, words) : words)
  const [first, last] = [from, to].map((date) => day(date, dayIn(shortMonth, date))) as [string, string]
  if (from.year !== to.year) return `${first} ${from.year} – ${last} ${to.year}`
  const end = withYear(last, to, thisYear)
  if (from.month !== to.month) return `${first} – ${end}`
  return `${day(from, String(from.day))} – ${end}`
}

function dayWords(date: Temporal.PlainDate, thisYear: number | undefined): string {
  return withYear(withWeekday(date, dayIn(shortMonth, date)), date, thisYear)
}

/** `9 Nov` */
function dayIn(format: () => Intl.DateTimeFormat, date: Temporal.PlainDate): string {
  return `${date.day} ${month(format, date)}`
}

/** `Mon 9 Nov` */
function withWeekday(date: Temporal.PlainDate, words: string): string {
  return `${weekday().format(millis(date))} ${words}`
}

/** `9 Nov 2026`, `November 2026`; the year is omitted if it is `thisYear`. */
function withYear(words: string, { year }: Temporal.PlainDate, thisYear: number | undefined): string {
  return year === thisYear ? words : `${words} ${year}`
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

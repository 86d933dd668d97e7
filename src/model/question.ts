/** What a question about figures asks for: its periods and filters. */

import type { FilterName } from '../store/index.ts'
import type { BrandFilters, MetricName, NamedFilters, PeriodUnit, ReportPeriod } from './reports.ts'

/** What a question wants to know of its brands; omitted: how they stand. */
export const relations = [
  'ahead',
  'behind',
  'against',
  'leader',
  'second',
  'third',
  'overtakes',
  'up',
  'down',
  'significance',
  'noise',
] as const
export type Relation = (typeof relations)[number]
/** Of all brands, not of those that a question names. */
export const ofAll = new Set<Relation | undefined>(['overtakes', 'leader', 'second', 'third', 'up', 'down'])

export interface Asked {
  /** The figure that it is about; omitted: visibility. */
  readonly metric?: MetricName
  readonly relation?: Relation
}

/** A question about figures, before relative periods such as "last week" are resolved. */
export interface Question extends Asked {
  /** Engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The text of a date or range, e.g. `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when: string | null
  /** The brands that it is about, beside the own one; empty: all. */
  readonly brands: readonly string[]
  readonly filters: NamedFilters
}

/** The day, ISO week (from Monday), month or year that contains a date. The zone only says where days are counted. */
export function periodContaining(
  unit: PeriodUnit,
  date: Temporal.PlainDate | string,
  timeZone: string,
): ReportPeriod {
  const { start, end } = calendarDays(unit, date)
  return period(unit, start, end, timeZone)
}

/** The first and last day of the calendar day, week, month or year that contains a date. */
export function calendarDays(
  unit: PeriodUnit,
  date: Temporal.PlainDate | string,
): { readonly start: Temporal.PlainDate; readonly end: Temporal.PlainDate } {
  const day = typeof date === 'string' ? Temporal.PlainDate.from(date) : date
  switch (unit) {
    case 'day':
      return { start: day, end: day }
    case 'week': {
      const start = day.subtract({ days: day.dayOfWeek - 1 })
      return { start, end: start.add({ days: 6 }) }
    }
    case 'month':
      return { start: day.with({ day: 1 }), end: day.with({ day: day.daysInMonth }) }
    case 'year':
      return { start: day.with({ month: 1, day: 1 }), end: day.with({ month: 12, day: 31 }) }
  }
}

/** The last complete day, week, month or year in a zone. @throws {RangeError} for an unknown zone */
export function lastComplete(unit: PeriodUnit, now: Temporal.Instant, timeZone: string): ReportPeriod {
  const { start } = calendarDays(unit, dayIn(now, timeZone))
  return periodContaining(unit, start.subtract({ days: 1 }), timeZone)
}

/** The previous calendar period, or as many days for a custom range. */
export function previous(of: ReportPeriod): ReportPeriod {
  const dayBefore = Temporal.PlainDate.from(of.start).subtract({ days: 1 })
  if (isCalendarPeriod(of)) return periodContaining(of.unit, dayBefore, of.timeZone)
  return period(of.unit, dayBefore.subtract({ days: daysOf(of.start, of.end) - 1 }), dayBefore, of.timeZone)
}

/** The previous period; for a running one, only as many of its days as have begun (or all of a shorter month). */
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

/** The day that it is in a zone. @throws {RangeError} for an unknown zone */
export function dayIn(now: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate()
}

export function daysOf(start: Temporal.PlainDate | string, end: Temporal.PlainDate | string): number {
  return Temporal.PlainDate.from(start).until(end).days + 1
}

export function period(
  unit: PeriodUnit,
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  timeZone: string,
): ReportPeriod {
  return { unit, start: start.toString(), end: end.toString(), timeZone }
}

export const noFilters: BrandFilters = {
  competitorTypes: [],
  keywordTypes: [],
  funnelStages: [],
  personas: [],
  topics: [],
  thematics: [],
  strengths: [],
  weaknesses: [],
  neutralsOnly: false,
  search: null,
}

export type FilterKey = keyof BrandFilters

/** The name of each filter before its colon. */
export const filterNames: Readonly<Record<FilterKey, string>> = {
  competitorTypes: 'site',
  keywordTypes: 'keyword',
  funnelStages: 'funnel',
  personas: 'persona',
  topics: 'topic',
  thematics: 'theme',
  strengths: 'strength',
  weaknesses: 'weakness',
  neutralsOnly: 'neutral',
  search: 'search',
}

/** The filters with a list of values, in output order. */
export const listFilters = [
  'competitorTypes',
  'keywordTypes',
  'funnelStages',
  'personas',
  'topics',
  'thematics',
  'strengths',
  'weaknesses',
] as const satisfies readonly FilterKey[]

export function isNarrowed(filters: BrandFilters): boolean {
  return filters.neutralsOnly || filters.search !== null || listFilters.some((key) => filters[key].length > 0)
}

export type Nameable = FilterName['filter']

export const nameable = ['personas', 'topics', 'thematics'] as const satisfies readonly Nameable[]

/** The channel's name for an id; `null`: none. */
export function nameOf({ filterNames = [] }: NamedFilters, filter: Nameable, id: string): string | null {
  return filterNames.find((one) => one.filter === filter && one.id === id)?.name ?? null
}

/** The filters as people read and type them, with names instead of ids. */
export function inNames(filters: NamedFilters): BrandFilters {
  const named = (filter: Nameable) => filters[filter].map((id) => nameOf(filters, filter, id) ?? id)
  return { ...filters, personas: named('personas'), topics: named('topics'), thematics: named('thematics') }
}

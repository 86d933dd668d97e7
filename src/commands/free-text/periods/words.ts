/** The words that name periods. */
import type { PeriodUnit } from '../../../model/reports.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const shortDays = table({
  mon: 1,
  tue: 2,
  tues: 2,
  wed: 3,
  weds: 3,
  thu: 4,
  thur: 4,
  thurs: 4,
  fri: 5,
  sat: 6,
  sun: 7,
})
export type Unit = PeriodUnit | 'quarter' | 'weekend' | 'half' | 'fortnight'
export const units = table<Unit>({
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  year: 'year',
  years: 'year',
  quarter: 'quarter',
  quarters: 'quarter',
  weekend: 'weekend',
  fortnight: 'fortnight',
  fortnights: 'fortnight',
})
const counts = table({
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  several: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
  sixty: 60,
  ninety: 90,
})
export const ordinals = table({
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
})
export const lastWords: ReadonlySet<string> = new Set([
  'last',
  'previous',
  'past',
  'prior',
  'lst',
  'preceding',
])
export const ago: ReadonlySet<string> = new Set(['ago', 'back', 'prior', 'earlier'])
export const thisWords: ReadonlySet<string> = new Set(['this', 'current', 'ongoing', 'running'])
export const nextWords: ReadonlySet<string> = new Set(['next', 'coming', 'upcoming', 'following'])
export const adjectives: ReadonlySet<string> = new Set([
  'full',
  'whole',
  'calendar',
  'complete',
  'entire',
  'business',
  'rolling',
])
export const articles: ReadonlySet<string> = new Set([
  'the',
  'our',
  'of',
  'in',
  'on',
  'for',
  'during',
  'over',
])

/** A weekday by its full or short name, 1 for Monday; `null`: none. */
export function weekdayNamed(word: string): number | null {
  const at = weekdays.findIndex((name) => word === name || word === `${name}s`)
  return at < 0 ? (shortDays.get(word) ?? null) : at + 1
}

export function dayNumber(word: string): number | null {
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/u.exec(word)?.[1] ?? 0)
  return day >= 1 && day <= 31 ? day : null
}

export function yearNumber(word: string): number | null {
  return /^20\d\d$/u.test(word) ? Number(word) : null
}

export function countOf(word: string): number | null {
  if (/^\d{1,3}$/u.test(word)) return Number(word)
  return counts.get(word) ?? null
}

export function daysIn(count: number, unit: Unit | undefined): number | null {
  if (count < 1) return null
  switch (unit) {
    case 'day':
      return count
    case 'week':
      return 7 * count
    case 'fortnight':
      return 14 * count
    case 'month':
      return count === 12 ? 365 : 30 * count
    case 'quarter':
      return count === 4 ? 365 : 90 * count
    case 'year':
      return 365 * count
    default:
      return null
  }
}

/** A lookup table by word. A plain object would also find words such as `constructor`. */
function table<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}

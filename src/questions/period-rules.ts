/** What words for periods mean: each rule is a pattern and the period that it names. The first that fits wins. */

import { PERIODS } from '../api/schemas.ts'
import { calendarDays, daysOf } from '../model/question.ts'
import type { PeriodUnit } from '../model/reports.ts'
import {
  MONTHS,
  monthNamed,
  monthPattern,
  shortWeekdayPattern,
  weekdayNamed,
  weekdayPattern,
} from './calendar-words.ts'
import { shortened } from './tokenizer.ts'

type Day = Temporal.PlainDate
type Groups = Readonly<Record<string, string | undefined>>

interface Days {
  readonly start: Day
  readonly end: Day
}

export interface Named {
  readonly unit: PeriodUnit
  /** Computed when they are asked for: an acknowledgement only needs to know how many words name a period. */
  readonly days: () => Days
  /** As a command writes it, on any day; omitted: only its days say it. */
  readonly written?: { readonly unit?: PeriodUnit; readonly when?: string }
  /** Its unit only follows from its length. */
  readonly isRange?: boolean
  readonly isDoubtful?: boolean
  /** A weekday without a date, which may also name a digest or a brand. */
  readonly weekday?: string
  /** `weekly`: the last complete one. */
  readonly isRhythm?: boolean
}

/** Such as 30 February, with a sentence for who typed it. */
export interface Impossible {
  readonly problem: string
}

export type Made = Named | Impossible | 'future'

export interface Rule {
  readonly pattern: RegExp
  /** @param groups in lower case. @returns `null` if the words mean something else */
  readonly make: (groups: Groups, today: Day) => Made | null
}

/** A part of the period whose words follow. */
export interface PartRule {
  readonly pattern: RegExp
  readonly make: (whole: Named, groups: Groups, today: Day) => Named
}

export function isNamed(made: Made): made is Named {
  return made !== 'future' && 'unit' in made
}

const counts: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, several: 3, four: 4, five: 5, six: 6 },
  ...{ seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, fourteen: 14, thirty: 30, sixty: 60, ninety: 90 },
}
const nths = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th']
const daysIn: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 90,
  year: 365,
}

/** Words before a period that don't change it. */
export const skipped = '(?:(?:the|our|of|in|on|for|during|over) )*'
export const skippedLead = new RegExp(`^${skipped}`, 'iu')

const parts: Readonly<Record<string, string>> = {
  skip: skipped,
  last: '(?:last|previous|past|prior|preceding)',
  this: '(?:this|current|ongoing|running)',
  next: '(?:next|coming|upcoming|following)',
  adj: '(?:(?:full|whole|calendar|complete|entire|business|rolling) )*',
  unit: '(?<unit>day|week|month|year|quarter|weekend|fortnight)',
  count: `(?<count>\\d{1,3}|${Object.keys(counts).join('|')})`,
  nth: `(?<nth>${nths.join('|')})`,
  day: '(?<day>\\d{1,2})(?:st|nd|rd|th)?',
  month: `(?<month>${monthPattern})`,
  year: '(?<year>20\\d\\d)',
  iso: '(?<iso>\\d{4}-\\d\\d?-\\d\\d?)',
  ofYear: '(?: {skip}(?:{year}|(?<lastYear>{last} year)|(?<thisYear>{this} year)))?',
  weekday: `(?<weekday>${weekdayPattern}|${shortWeekdayPattern})`,
  from: '(?<from>\\d{1,2})(?:st|nd|rd|th)?',
  to: '(?<to>\\d{1,2})(?:st|nd|rd|th)?',
}

/** Matches only at a place, and only whole words. */
function pattern(text: string): RegExp {
  let source = text
  while (/\{[a-z]/iu.test(source))
    source = source.replaceAll(/\{([a-z]+)\}/giu, (_, name: string) => parts[name] ?? '')
  return new RegExp(`(?:${source})(?= |$|\\.\\.)`, 'iuy')
}
const rule = (text: string, make: Rule['make']): Rule => ({ pattern: pattern(text), make })
const part = (text: string, make: PartRule['make']): PartRule => ({ pattern: pattern(text), make })

const isAfter = (one: Day, other: Day) => Temporal.PlainDate.compare(one, other) > 0
const number = (word: string | undefined) => counts[word ?? ''] ?? Number(word)
const nthOf = (word = '') => (nths.indexOf(word) % 4) + 1
const around = (unit: PeriodUnit, day: () => Day): Named => ({
  unit,
  days: () => calendarDays(unit, day()),
})

const before = (unit: PeriodUnit, count: number, today: Day) =>
  around(unit, () => today.subtract({ [`${unit}s`]: count }))

const isUnit = (unit: string): unit is PeriodUnit => (PERIODS as readonly string[]).includes(unit)

const impossible = (typed: string, why: string): Impossible => ({
  problem: `“${shortened(typed)}” doesn’t exist: ${why}. Check the number and try again.`,
})

/** The longest each unit can be, in days. */
const longest: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 31, year: 366 }
const byLength = PERIODS.toSorted((a, b) => longest[a] - longest[b])

/**
 * The days from one to another, both included. The unit decides what the service compares them with: the smallest
 * that covers them. `2026-10-01..2026-10-31` is a month, `2026-10-07..2026-10-09` part of a week.
 */
export function between(first: Day, last: Day): Named {
  const days = daysOf(first, last)
  return {
    unit: byLength.find((unit) => days <= longest[unit]) ?? 'year',
    days: () => ({ start: first, end: last }),
    isRange: true,
  }
}

export function untilToday(first: Day, last: Day, today: Day): Named {
  return between(first, isAfter(last, today) ? today : last)
}

function lastDays(count: number, today: Day): Named {
  const end = today.subtract({ days: 1 })
  return { ...between(end.subtract({ days: count - 1 }), end), written: { when: `last ${count} days` } }
}

function lastOrThis(isLast: boolean, unit: string, today: Day): Made {
  switch (unit) {
    case 'quarter': {
      const when = isLast ? 'last quarter' : 'this quarter'
      return { ...months(quarterStart(today, isLast ? 1 : 0), 3, today), written: { when } }
    }
    case 'weekend': {
      if (!isLast && today.dayOfWeek < 6) return 'future'
      const saturday = today.subtract({ days: isLast ? today.dayOfWeek + 1 : today.dayOfWeek - 6 })
      return untilToday(saturday, saturday.add({ days: 1 }), today)
    }
    case 'fortnight':
      return lastDays(14, today)
    case 'day':
      return isLast
        ? { ...before('day', 1, today), written: { when: 'yesterday' } }
        : { ...around('day', () => today), written: { when: 'today' } }
    default:
      return isLast
        ? { ...before(unit as PeriodUnit, 1, today), written: { when: `last ${unit}` } }
        : { ...around(unit as PeriodUnit, () => today), written: { when: `this ${unit}` } }
  }
}

export function complete(unit: PeriodUnit, today: Day): Named {
  return { ...before(unit, 1, today), written: { unit } }
}

const months = (start: Day, count: number, today: Day): Named =>
  untilToday(start, start.add({ months: count }).subtract({ days: 1 }), today)

function quarterStart(today: Day, quartersAgo: number): Day {
  const month = Math.floor((today.month - 1) / 3) * 3 + 1
  return today.with({ month, day: 1 }).subtract({ months: 3 * quartersAgo })
}

/** A day without a year is the newest that has begun. */
const newest = (day: Day, today: Day) => (isAfter(day, today) ? day.subtract({ years: 1 }) : day)

function yearOf({ year, lastYear, thisYear }: Groups, today: Day): number | null {
  if (year !== undefined) return Number(year)
  if (lastYear !== undefined) return today.year - 1
  return thisYear === undefined ? null : today.year
}

function monthStart(groups: Groups, today: Day): Day {
  const year = yearOf(groups, today)
  const month = monthNamed(groups.month ?? '') ?? 1
  const start = Temporal.PlainDate.from({ year: year ?? today.year, month, day: 1 })
  return year === null ? newest(start, today) : start
}

function dayIn(month: Day, day: number, typed: string): Day | Impossible {
  if (day >= 1 && day <= month.daysInMonth) return month.with({ day })
  const name = month.toLocaleString('en', { month: 'long', year: 'numeric' })
  return impossible(typed, `${name} has ${month.daysInMonth} days`)
}

function dayOfMonth({ month, day, year }: Groups, today: Day): Day | Impossible {
  const start = monthStart({ month, year: year ?? String(today.year) }, today)
  const typed = `${month} ${day}`
  const date = dayIn(start, Number(day), typed)
  // The year before may have no 29 February.
  return 'problem' in date || year !== undefined ? date : dayIn(newest(date, today), Number(day), typed)
}

const asDay = (date: Day | Impossible): Made => ('problem' in date ? date : around('day', () => date))

/** `2026`, `2026-10`, `2026-10-05`, or an ISO week: `2026-W41`. */
function isoPeriod(typed: string): Made {
  const found = /^(\d{4})(?:-w(\d{1,2})|-(\d{1,2})(?:-(\d{1,2}))?)?$/iu.exec(typed)
  if (found === null) return unknownPeriod(typed)
  const [year = 0, week, month, day] = found
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits)))
  const when = typed.toUpperCase()
  const written = { when }
  const on = (month: number, day: number) => new Temporal.PlainDate(year, month, day)
  if (week !== undefined) {
    // 4 January is always in week 1, 28 December always in the last one.
    const weeks = on(12, 28).weekOfYear ?? 52
    if (week < 1 || week > weeks) return impossible(when, `${year} has weeks 1 to ${weeks}`)
    return { ...around('week', () => on(1, 4).add({ weeks: week - 1 })), written }
  }
  if (month === undefined) return { ...around('year', () => on(1, 1)), written }
  if (month < 1 || month > 12) return impossible(typed, 'months go from 01 to 12')
  if (day === undefined) return { ...around('month', () => on(month, 1)), written }
  const date = dayIn(on(month, 1), day, typed)
  return 'problem' in date ? date : { ...around('day', () => date), written }
}

const examples =
  '2026-10-05, 2026-W41, 2026-10, 2026, 2026-10-01..2026-10-31, today, yesterday, this week or last month'

export function unknownPeriod(typed: string): Impossible {
  return { problem: `“${shortened(typed)}” isn’t a period I know. Try ${examples}.` }
}

/** `the first half of october`, `mid november`. */
export const partRules: readonly PartRule[] = [
  part('(?:{nth}|latter) half', ({ unit, days: whole }, { nth }, today) => {
    const { start, end } = whole()
    const days = Math.floor(daysOf(start, end) / 2)
    const middle = start.add(unit === 'year' && days > 180 ? { months: 6 } : { days })
    return nth !== undefined && nthOf(nth) === 1
      ? untilToday(start, middle.subtract({ days: 1 }), today)
      : untilToday(middle, end, today)
  }),
  part('(?:early|late|mid|beginning|start|middle|end)', (whole) => ({ ...whole, isDoubtful: true })),
]

/** After `the first half of`, these are the current ones. */
export const wholeUnit = rule('(?<unit>month|year)', ({ unit = '' }, today) => lastOrThis(false, unit, today))

const weekOfMonth: Rule = rule('(?:{nth}|last|final) week of {skip}{month}{ofYear}', (groups, today) => {
  const start = monthStart(groups, today)
  const from = groups.nth
    ? start.add({ days: 7 * (nthOf(groups.nth) - 1) })
    : start.add({ months: 1 }).subtract({ days: 7 })
  return { ...untilToday(from, from.add({ days: 6 }), today), isDoubtful: true }
})

const dayRules: readonly Rule[] = [
  rule('(?:(?<isLast>yesterday)|today)', ({ isLast }, today) =>
    lastOrThis(isLast !== undefined, 'day', today),
  ),
  rule('tomorrow|tonight', () => 'future'),
  rule('day before yesterday', (_, today) => asDay(today.subtract({ days: 2 }))),
  rule('{month} (?:the )?{day}(?: {year})?', (groups, today) => asDay(dayOfMonth(groups, today))),
  rule('{day} (?:of )?{month}(?: {year})?', (groups, today) => asDay(dayOfMonth(groups, today))),
  rule('(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.{year}', ({ day = '', month = '', year }) =>
    isoPeriod(`${year}-${month}-${day}`),
  ),
  // `on the 12th`: the most recent one.
  rule(
    '(?<=(?:on|since|until|till|from|around|for|of) the )(?<day>\\d{1,2})(?:st|nd|rd|th)',
    ({ day = '' }, today) => {
      const date = dayIn(Number(day) > today.day ? today.subtract({ months: 1 }) : today, Number(day), day)
      return 'problem' in date ? date : { ...around('day', () => date), isDoubtful: true }
    },
  ),
  // `sat` and `sun` are also other words: they are days only after certain words.
  rule(
    '(?:(?<=^|(?<after>on|since|from|by) | )|(?:(?<isLast>{last})|(?<isThis>{this})|(?<isNext>{next})) (?:past )?){weekday}',
    ({ isLast, isThis, isNext, after, weekday = '' }, today) => {
      if (isNext !== undefined) return 'future'
      const ago = today.dayOfWeek - (weekdayNamed(weekday) ?? 0)
      const newest = before('day', ((ago + 6) % 7) + 1, today)
      if (isLast !== undefined) return newest
      if (isThis !== undefined) return ago < 0 ? 'future' : asDay(today.subtract({ days: ago }))
      return after !== undefined || weekday.endsWith('day') ? { ...newest, weekday } : null
    },
  ),
]

function counted({ count, unit = '' }: Groups, today: Day): Made | null {
  const size = number(count)
  const isYear = (unit === 'month' && size === 12) || (unit === 'quarter' && size === 4)
  const days = isYear ? 365 : size * (daysIn[unit] ?? 0)
  if (days < 1 || days > 999) return null
  const isDoubtful = count === 'few' || count === 'several'
  return { ...lastDays(days, today), ...(isDoubtful ? { isDoubtful } : {}) }
}

function ago({ count, unit = '' }: Groups, today: Day): Made | null {
  const size = count === undefined ? 2 : number(count)
  if (size < 1 || size > 500) return null
  if (unit === 'quarter') return months(quarterStart(today, size), 3, today)
  return isUnit(unit) ? before(unit, size, today) : null
}

/** `last week`, `30 days`, `two months ago`. */
const relativeRules: readonly Rule[] = [
  rule('{next} {adj}(?:{count} )?{unit}s?', () => 'future'),
  rule('(?:(?<isLast>{last})|{this}) {adj}{unit}(?: so far)?', ({ isLast, unit = '' }, today) =>
    lastOrThis(isLast !== undefined, unit, today),
  ),
  rule(
    '(?:{last} {adj})?(?!(?:a|an|one) ){count} (?:of )?{adj}{unit}s(?! (?:ago|back|prior|earlier)(?: |$))',
    counted,
  ),
  rule('{unit}s? before last', ago),
  rule('{count} (?:of )?{unit}s? (?:ago|back|prior|earlier)', ago),
]

const toDate: Readonly<Record<string, string>> = { y: 'year', m: 'month', w: 'week', q: 'quarter' }

const namedRules: readonly Rule[] = [
  rule('(?<unit>[ymwq])td', ({ unit = '' }, today) => lastOrThis(false, toDate[unit] ?? '', today)),
  rule('{unit}s? to date', ({ unit = '' }, today) => lastOrThis(false, unit, today)),
  rule('(?:q(?<quarter>[1-4])|h(?<half>[12])|{nth} quarter){ofYear}', (groups, today) => {
    const { quarter, half, nth } = groups
    const count = half === undefined ? 3 : 6
    const month = (Number(quarter ?? half ?? nthOf(nth)) - 1) * count + 1
    const year = yearOf(groups, today)
    const start = Temporal.PlainDate.from({ year: year ?? today.year, month, day: 1 })
    return months(year === null ? newest(start, today) : start, count, today)
  }),
  rule('(?<unit>day|week|month|year) {iso}(?! ?\\.\\.| (?:to|until|-|–) )', ({ unit, iso = '' }) => {
    const day = aroundDay(unit as PeriodUnit, isoPeriod(iso))
    return isNamed(day) ? { ...day, written: { unit: unit as PeriodUnit, when: iso } } : day
  }),
  rule(
    '(?:calendar )?(?:week|kw|cw) (?:of {skip}|commencing |starting )(?:{iso}|(?:{month} (?:the )?{day}|{day} (?:of )?{month})(?: {year})?)',
    ({ iso, ...date }, today) =>
      aroundDay('week', iso === undefined ? asDay(dayOfMonth(date, today)) : isoPeriod(iso)),
  ),
  rule(
    '(?:calendar )?(?:(?:w|wk|kw|cw)(?<glued>\\d{1,2})|(?:week|kw|cw) (?:number |no )?#?(?<week>\\d{1,2}))(?: {year})?',
    ({ glued, week, year }, today) => {
      const one = Number(glued ?? week)
      const newestYear = (today.yearOfWeek ?? today.year) - (one > (today.weekOfYear ?? 53) ? 1 : 0)
      const made = isoPeriod(`${year ?? newestYear}-W${one}`)
      return aroundDay('week', made)
    },
  ),
  rule('(?<isLast>{last} )?{month}{ofYear}', (groups, today) => {
    const newest = monthStart(groups, today)
    // `last november` in November
    const isRunning = groups.isLast !== undefined && newest.equals(today.with({ day: 1 }))
    const start = isRunning ? newest.subtract({ years: 1 }) : newest
    const written = groups.year === undefined ? MONTHS[start.month - 1] : start.toString().slice(0, 7)
    const isSameOnAnyDay = (groups.isLast ?? groups.lastYear ?? groups.thisYear) === undefined
    return {
      ...around('month', () => start),
      ...(isSameOnAnyDay && written ? { written: { when: written } } : {}),
    }
  }),
]

function aroundDay(unit: PeriodUnit, day: Made): Made {
  return isNamed(day) ? around(unit, () => day.days().start) : day
}

const rhythms: Readonly<Record<string, PeriodUnit>> = {
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
  a: 'year',
}

/** `weekly`, `month`: the last complete one. */
const unitRules: readonly Rule[] = [
  rule('(?<word>daily|weekly|monthly|yearly|annual(?:ly)?)', ({ word = '' }, today) => ({
    ...complete(rhythms[word.charAt(0)] ?? 'week', today),
    isRhythm: true,
  })),
  rule('(?<=the )weekend', (_, today) => lastOrThis(true, 'weekend', today)),
  rule('(?<unit>day|week|month|year)', ({ unit = '' }, today) => complete(unit as PeriodUnit, today)),
]

const isoRule = rule('(?<when>20\\d\\d|\\d{4}-(?:w?\\d{1,2}|\\d{1,2}-\\d{1,2}))', ({ when = '' }) =>
  isoPeriod(when),
)

export const rules: readonly Rule[] = [
  isoRule,
  weekOfMonth,
  ...dayRules,
  ...relativeRules,
  ...namedRules,
  ...unitRules,
]

function daysOfMonth(groups: Groups, today: Day): Made | null {
  const start = monthStart(groups, today)
  const [first, last] = [Number(groups.from), Number(groups.to)]
  if (first < 1 || first > last || last > start.daysInMonth) return null
  return untilToday(start.with({ day: first }), start.with({ day: last }), today)
}

/** `5 to 18 october`, `october 5-18, 2025`. */
export const sharedMonthRules: readonly Rule[] = [
  rule('{month} {from}[-–]{to}(?: {year})?', daysOfMonth),
  rule('{from}(?:[-–]| (?:to|until|till|and|through) (?:the )?){to} {skip}{month}{ofYear}', daysOfMonth),
]

/** A word of dates in any year, for texts that aren't sentences. */
export const dateLike: Rule = rule('(?<when>\\d{4}(?:[-.]\\S*)?)', ({ when = '' }) => isoPeriod(when))

/** Words before and between the ends of a range. */
export const rangeLead = new RegExp(`(?<word>since|from|between|starting|week of) ${skipped}`, 'iuy')
const joints = 'to|until|till|til|through|thru|-|–|up \\S+'
export const joint = new RegExp(` ?\\.{2,3} ?| (?:${joints}) ${skipped}`, 'iuy')
export const jointOrAnd = new RegExp(` ?\\.{2,3} ?| (?:${joints}|and) ${skipped}`, 'iuy')
export const onwards = / (?:onwards?|on|until|till|to)(?: (?:now|today))?(?= |$)/iuy

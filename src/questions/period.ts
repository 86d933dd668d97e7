import { PERIODS } from '../api/enums.ts'
import { systemClock } from '../lib/clock.ts'
import { nearest, plain } from '../lib/typed.ts'
import { dayIn, daysOf, isCalendarPeriod, lastComplete, period, periodContaining } from '../model/period.ts'
import type { PeriodUnit, ReportPeriod } from '../model/reports.ts'
import { shortened, type Word } from './tokenizer.ts'

/** Periods as people write them: `readPeriod` reads a text of its own, `periodAt` finds one among other words. */

export type PeriodReading =
  | { readonly ok: true; readonly period: ReportPeriod }
  | { readonly ok: false; readonly problem: string }

/** The longest each unit can be, in days. */
const LONGEST: Readonly<Record<PeriodUnit, number>> = { day: 1, week: 7, month: 31, year: 366 }
const BY_LENGTH = PERIODS.toSorted((a, b) => LONGEST[a] - LONGEST[b])
const RELATIVE = new RegExp(`^(?:(this|last) )?(${PERIODS.join('|')})$`)
const LAST_DAYS = /^last (\d{1,3}) days$/i
const SINCE = /^since (.+)$/i
const QUARTER = /^(this|last) quarter$/
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

/**
 * Parses `2026-10-05`, `2026-W41` (an ISO week), `2026-10`, `2026`, `2026-10-01..2026-10-31` (both ends included,
 * each in any of these forms), `today`, `yesterday`, `this week`, `last month`, `october` (the newest that has
 * begun), `last 30 days` (up to yesterday), `this quarter` and `since october` (up to today) or just `week`; empty text is the last complete week. With a day, `unit`
 * selects the week, month or year around it. The problem is a sentence for the person.
 */
export function readPeriod(
  input: string,
  unit: PeriodUnit | null,
  now: Temporal.Instant,
  timeZone: string,
): PeriodReading {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  try {
    const period =
      text === '' ? lastComplete(unit ?? 'week', now, timeZone) : periodOf(text, unit, now, timeZone)
    const date = dayIn(now, timeZone)
    refuseUnmeasurable(period, text, date)
    const isRunning = Temporal.PlainDate.compare(period.end, date) >= 0
    const asked = { ...period, thisYear: date.year }
    return { ok: true, period: isRunning ? { ...asked, soFar: date.toString() } : asked }
  } catch (error) {
    if (error instanceof Problem) return { ok: false, problem: error.message }
    throw error
  }
}

/**
 * Whether a text names a period that has begun in at least one time zone. Used before the channel's zone is known, so
 * that nothing is suggested that would be refused everywhere.
 */
export function isPeriodText(text: string, unit: PeriodUnit | null): boolean {
  return readPeriod(text, unit, systemClock.now(), 'Pacific/Kiritimati').ok
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
    const end = dayIn(now, timeZone).subtract({ days: 1 })
    return rangePeriod(end.subtract({ days: Math.max(1, Number(count)) - 1 }), end, unit, timeZone)
  }
  const since = SINCE.exec(text)?.[1]
  if (since !== undefined) {
    const start = Temporal.PlainDate.from(single(since, now, timeZone).start)
    return rangePeriod(start, dayIn(now, timeZone), unit, timeZone)
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
  const date = dayIn(now, timeZone)
  const word = text.toLowerCase()
  if (word === 'today') return periodContaining('day', date, timeZone)
  if (word === 'yesterday') return lastComplete('day', now, timeZone)
  const relative = RELATIVE.exec(word)
  if (relative !== null) {
    const unit = relative[2] as PeriodUnit
    return relative[1] === 'this' ? periodContaining(unit, date, timeZone) : lastComplete(unit, now, timeZone)
  }
  const quarter = QUARTER.exec(word)
  if (quarter !== null) {
    const running = date.with({ month: date.month - ((date.month - 1) % 3), day: 1 })
    const start = quarter[1] === 'last' ? running.subtract({ months: 3 }) : running
    const end = start.add({ months: 3 }).subtract({ days: 1 })
    return rangePeriod(start, Temporal.PlainDate.compare(end, date) > 0 ? date : end, null, timeZone)
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

const quote = (text: string) => `“${shortened(text)}”`

export interface PeriodWords {
  /** The unit: `month`, `monthly`. */
  readonly unit?: PeriodUnit
  /** A date or range for `readPeriod`: `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when?: string
  readonly words: number
}

const adverbs: Readonly<Record<PeriodUnit, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
}
const units = new Map<string, PeriodUnit>(
  PERIODS.flatMap((unit) => [
    [unit, unit],
    [adverbs[unit], unit],
  ]),
)

/** Translates `current week` and the like for `readPeriod`. */
const relative: Readonly<Partial<Record<string, string>>> = {
  last: 'last',
  previous: 'last',
  this: 'this',
  current: 'this',
}
const dateLike = /^\d{4}(?:$|-|\.\.)/u
const between = /^(?:to|until|-|–)$/u

/** Words that name a period, to find the nearest match. */
export const periodWords: readonly string[] = [...units.keys(), 'today', 'yesterday', ...MONTHS]

/** How a period is written, for help. */
export const periodsInWords =
  'Periods: today, month, last week, last 30 days, october, 2026-10-05..2026-10-18.'

/** The period at a word, ignoring case; `null`: none. */
export function periodAt(words: readonly Word[], at: number): PeriodWords | null {
  const [word, next, after] = words.slice(at, at + 3)
  if (word === undefined || word.quoted || word.mention !== undefined) return null
  const key = plain(word.text)
  if (key === 'today' || key === 'yesterday') return { when: key, words: 1 }
  if (dateLike.test(word.text)) {
    const isRange = next !== undefined && between.test(next.text) && after !== undefined
    return isRange && dateLike.test(after.text)
      ? { when: `${word.text}..${after.text}`, words: 3 }
      : { when: word.text, words: 1 }
  }
  const month = monthNamed(key)
  if (month !== null)
    return next !== undefined && /^\d{4}$/u.test(next.text)
      ? { when: `${next.text}-${String(month).padStart(2, '0')}`, words: 2 }
      : { when: MONTHS[month - 1] ?? '', words: 1 }
  const relativeWord = Object.hasOwn(relative, key) ? relative[key] : undefined
  const ofUnit = next === undefined || next.quoted ? undefined : units.get(plain(next.text))
  if (relativeWord === 'last' && /^\d{1,3}$/u.test(next?.text ?? '') && plain(after?.text ?? '') === 'days')
    return { when: `last ${Number(next?.text)} days`, words: 3 }
  if (relativeWord !== undefined && ofUnit !== undefined)
    return { when: `${relativeWord} ${ofUnit}`, words: 2 }
  if (relativeWord !== undefined && plain(next?.text ?? '') === 'quarter')
    return { when: `${relativeWord} quarter`, words: 2 }
  const from = key === 'since' ? periodAt(words, at + 1) : null
  if (from?.when !== undefined) return { when: `since ${from.when}`, words: 1 + from.words }
  const unit = units.get(key)
  return unit === undefined ? null : { unit, words: 1 }
}

/** The intended period of misspelt words such as `lst month` or `last mnth`; a missing unit means week. */
export function relativePeriodNear(
  words: readonly Word[],
  at: number,
): { readonly instead: string; readonly words: number } | null {
  const [word, next] = words.slice(at, at + 2)
  if (word === undefined || word.quoted || word.mention !== undefined) return null
  const relativeWord = nearest(word.text, Object.keys(relative))
  const isUnit = next !== undefined && !next.quoted && next.mention === undefined
  const unit = isUnit ? nearest(next.text, [...units.keys()]) : null
  if (relativeWord !== null && unit !== null) return { instead: `${relativeWord} ${unit}`, words: 2 }
  return Object.hasOwn(relative, plain(word.text)) ? { instead: `${relativeWord} week`, words: 1 } : null
}

/** 1 to 12, from a name or its first three letters; `null`: not a month. */
function monthNamed(word: string): number | null {
  const at = MONTHS.findIndex(
    (name) => word === name || word === name.slice(0, 3) || (word === 'sept' && name === 'september'),
  )
  return at < 0 ? null : at + 1
}

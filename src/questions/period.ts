/**
 * Periods as people write them. Arguments and sentences have the same rules (`period-rules.ts`): `readPeriod` reads a text
 * of its own, `periodAt` finds an argument, and `periodsIn` finds periods in a sentence.
 */
import { PERIODS } from '../api/schemas.ts'
import { systemClock } from '../lib/clock.ts'
import { calendarDays, dayIn, isCalendarPeriod, period, type Question } from '../model/question.ts'
import type { PeriodUnit, ReportPeriod } from '../model/reports.ts'
import { MONTHS, WEEKDAYS, weekdayPattern } from './calendar-words.ts'
import {
  between,
  complete,
  dateLike,
  isNamed,
  joint,
  jointOrAnd,
  type Made,
  type Named,
  onwards,
  type PartRule,
  partRules,
  type Rule,
  rangeLead,
  rules,
  sharedMonthRules,
  skipped,
  unknownPeriod,
  untilToday,
  wholeUnit,
} from './period-rules.ts'
import { fixedDays } from './question-text.ts'
import { shortened, type Word } from './tokenizer.ts'

export type PeriodReading =
  | { readonly ok: true; readonly period: ReportPeriod }
  | { readonly ok: false; readonly problem: string }

interface Found {
  readonly made: Made
  readonly end: number
}

/** Only after these is `may` a month in a sentence, unless a number is beside it or it has a capital letter. */
const mayLeads =
  /(?:^| )(?:in|since|of|for|last|this|from|until|till|through|to|during|vs|and|early|late|mid|than|\d{1,2}(?:st|nd|rd|th)?) $/iu

/** `since mid october` doesn't begin with its first day. */
const afterStart = /\b(?:mid|middle|late)\b|^end\b/iu

const onlyWeekday = new RegExp(`^(?:(?:last|past|previous) )?${weekdayPattern}$`, 'iu')

class PeriodReader {
  readonly #text: string
  /** Where each word starts in the text. */
  readonly #starts: readonly number[]
  readonly #today: Temporal.PlainDate
  readonly #isSentence: boolean

  /** @param words in lower case, except for a capital letter in mid-sentence; `\0` for what isn't a word */
  constructor(words: readonly string[], today: Temporal.PlainDate, isSentence: boolean) {
    this.#text = words.join(' ')
    let end = -1
    this.#starts = words.map((word) => {
      const start = end + 1
      end = start + word.length
      return start
    })
    this.#today = today
    this.#isSentence = isSentence
  }

  /** The longest period that starts at a word. */
  at(at: number): { readonly made: Made; readonly words: number } | null {
    const start = this.#starts[at]
    const found = start === undefined ? null : this.#longest(start)
    return found && { made: found.made, words: this.#text.slice(start, found.end).split(' ').length }
  }

  #longest(at: number): Found | null {
    const lead = this.#exec(rangeLead, at)
    const from = at + (lead?.[0].length ?? 0)
    const start = this.#single(from)
    const range = this.#range(lead?.groups?.word?.toLowerCase(), from, start)
    if (range !== null && isNamed(range.made) && afterStart.test(this.#text.slice(from, range.end)))
      return { ...range, made: { ...range.made, isDoubtful: true } }
    const found = range ?? (lead === null ? start : this.#single(at))
    if (found !== null && /^(?: |$)/u.test(this.#text.slice(found.end, found.end + 1))) return found
    return this.#isSentence ? null : this.#read([dateLike], at)
  }

  #exec(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.#text)
  }

  #single(at: number): Found | null {
    for (const rule of partRules) {
      const found = this.#part(rule, at)
      if (found !== null) return found
    }
    return this.#read(rules, at)
  }

  #part({ pattern, make }: PartRule, at: number): Found | null {
    const match = this.#exec(pattern, at)
    const lead = match && this.#exec(partLead, at + match[0].length)
    if (match === null || !lead) return null
    const whole = this.#read([wholeUnit, ...rules], at + match[0].length + lead[0].length)
    if (whole === null || !isNamed(whole.made)) return null
    const { unit, written } = whole.made
    if (unit === 'day' || (written !== undefined && written.when === undefined)) return null
    return { made: make(whole.made, match.groups ?? {}, this.#today), end: whole.end }
  }

  #read(from: readonly Rule[], at: number): Found | null {
    for (const { pattern, make } of from) {
      const match = this.#exec(pattern, at)
      if (match === null) continue
      const end = at + match[0].length
      if (this.#isSentence && !this.#isMonth(at, end, match.groups)) continue
      const groups = Object.entries(match.groups ?? {}).map(([name, text]) => [name, text?.toLowerCase()])
      const made = make(Object.fromEntries(groups), this.#today)
      if (made === null) continue
      // A sentence has no figures for what doesn’t exist, and isn’t told why.
      return { made: this.#isSentence && !isNamed(made) ? 'future' : made, end }
    }
    return null
  }

  #isMonth(at: number, end: number, { month, day, year }: Readonly<Record<string, string>> = {}): boolean {
    return (
      !/^(?:may|march)$/u.test(month ?? '') ||
      day !== undefined ||
      year !== undefined ||
      /^ \d{1,2}(?:st|nd|rd|th)?(?: |$)/u.test(this.#text.slice(end, end + 6)) ||
      mayLeads.test(this.#text.slice(0, at))
    )
  }

  /** From one period to another: `oct 5 to oct 18`, `since monday`. */
  #range(lead: string | undefined, at: number, start: Found | null): Found | null {
    const shared = this.#read(sharedMonthRules, at)
    if (start === null || (isNamed(start.made) && start.made.isRhythm)) return shared
    // `compare september to october` names two.
    const isCompared = /(?:^| )compare (?:the )?$/u.test(this.#text.slice(0, at))
    if (isCompared && this.#text.startsWith(' to ', start.end)) return shared
    if (lead === 'since') return { made: this.#since(start.made), end: start.end }
    const joined = this.#joined(at, start, lead === 'between' ? jointOrAnd : joint) ?? shared
    const end = joined === null && lead === 'from' ? this.#exec(onwards, start.end) : null
    return end === null ? joined : { made: this.#since(start.made), end: start.end + end[0].length }
  }

  /** Up to today; but `since last week` asks for the newest week. */
  #since(start: Made): Made {
    if (!isNamed(start) || /^(?:this (?!quarter)|last (?:week|\d))/u.test(start.written?.when ?? ''))
      return start
    return between(start.days().start, this.#today)
  }

  /** The ends of a range as they are meant, where the start would be after the end. */
  #inOrder(start: Temporal.PlainDate, end: Temporal.PlainDate, [first = '', last = '']: readonly string[]) {
    if (Temporal.PlainDate.compare(start, end) <= 0) return { start, end }
    // `monday to wednesday` on a Wednesday
    if (onlyWeekday.test(first) && onlyWeekday.test(last)) return { start: start.subtract({ days: 7 }), end }
    // `october to december` in November
    const { year } = this.#today
    if (start.year === year && end.year < year && !/\d{4}|year/iu.test(last))
      return { start, end: this.#today }
    // `26 oct to 1 nov 2025`: a start without a year takes the year of the end.
    return { start: /\d{4}/u.test(first) ? start : start.with({ year: end.year }), end }
  }

  #joined(at: number, first: Found, pattern: RegExp): Found | null {
    const words = this.#exec(pattern, first.end)
    const last = words && this.#single(first.end + words[0].length)
    if (!last || (isNamed(last.made) && last.made.isRhythm)) return null
    if (!isNamed(first.made) || !isNamed(last.made)) {
      return this.#isSentence ? null : { made: isNamed(first.made) ? last.made : first.made, end: last.end }
    }
    const texts = [this.#text.slice(at, first.end), this.#text.slice(first.end + words[0].length, last.end)]
    const { start, end } = this.#inOrder(first.made.days().start, last.made.days().end, texts)
    if (Temporal.PlainDate.compare(start, end) > 0) {
      const problem = `That range ends (${end}) before it starts (${start}). Put the earlier day first.`
      return this.#isSentence ? null : { made: { problem }, end: last.end }
    }
    if (this.#isSentence) return { made: untilToday(start, end, this.#today), end: last.end }
    const ends = [first.made, last.made].map(({ written }) => (written?.unit ? '' : (written?.when ?? '')))
    const areDates = ends.every((one) => /^\d{4}/u.test(one))
    return {
      made: { ...between(start, end), ...(areDates ? { written: { when: ends.join('..') } } : {}) },
      end: last.end,
    }
  }
}

const partLead = new RegExp(` ${skipped}`, 'iuy')

/**
 * Parses `2026-10-05`, `2026-W41` (an ISO week), `2026-10`, `2026`, `2026-10-01..2026-10-31` (both ends included), `last
 * month`, `october` (the newest that has begun), `last 30 days` (up to yesterday), `since october` (up to today), `q3` and
 * everything else that the rules know; empty text is the last complete week. With a day, `unit` selects the week, month or
 * year around it. The problem is a sentence for the person.
 */
export function readPeriod(
  input: string,
  unit: PeriodUnit | null,
  now: Temporal.Instant,
  timeZone: string,
): PeriodReading {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  const today = dayIn(now, timeZone)
  const made = text === '' ? complete(unit ?? 'week', today) : wholeText(text, today)
  const refused = (problem: string) => ({ ok: false, problem }) as const
  const todayIs = `today is ${today} in ${timeZone}`
  const isAhead = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(day, today) > 0
  const ahead = `${quote(text)} is in the future: ${todayIs}. Choose one that has started.`
  if (made === 'future') return refused(ahead)
  if (!isNamed(made)) return refused(made.problem)
  const named = made.days()
  if (isAhead(named.start)) return refused(ahead)
  const { start, end } = unit !== null && made.unit === 'day' ? calendarDays(unit, named.start) : named
  if (unit !== null && made.unit !== unit && made.unit !== 'day' && !made.isRange)
    return refused(
      `${quote(text)} is a ${made.unit}, not a ${unit}. Remove “${unit}”, or give a day inside the ${unit}, such as ${start}.`,
    )
  const asked = { ...period(unit ?? made.unit, start, end, timeZone), thisYear: today.year }
  // A running calendar period is fine; a custom range can end today instead.
  if (isAhead(end) && !isCalendarPeriod(asked))
    return refused(`${quote(text)} ends in the future: ${todayIs}. Choose an end on or before ${today}.`)
  // The week of 1 January 2000 begins in 1999.
  if (asked.start < '1999-12-27')
    return refused(`${quote(text)} is too long ago to have data. Choose a year from 2000 on.`)
  const isOver = Temporal.PlainDate.compare(end, today) < 0
  return { ok: true, period: isOver ? asked : { ...asked, soFar: today.toString() } }
}

function wholeText(text: string, today: Temporal.PlainDate): Made {
  const words = text.toLowerCase().split(' ')
  const found = new PeriodReader(words, today, false).at(0)
  const isWhole = found?.words === words.length && !(isNamed(found.made) && found.made.isDoubtful)
  return isWhole ? found.made : unknownPeriod(text)
}

/**
 * Whether a question names a period that has begun in at least one time zone, or none. Used before the channel's zone is
 * known, so that nothing is suggested that would be refused everywhere.
 */
export function hasReadablePeriod({ unit, when }: Pick<Question, 'unit' | 'when'>): boolean {
  return readPeriod(when ?? '', unit, systemClock.now(), 'Pacific/Kiritimati').ok
}

const quote = (text: string) => `“${shortened(text)}”`

type PeriodWords = NonNullable<Named['written']> & { readonly words: number }

/** Longer ones aren't read: `between the 5th of october 2025 and the 18th of october 2025` has eleven words. */
const mostWords = 12

/** Which words are a period doesn't depend on the day. */
const anyDay = Temporal.PlainDate.from('2026-11-18')

/**
 * The period at a word, ignoring case; `null`: none. What may mean something else (`early october`, `monday`, `next week`) is
 * left to the reader of sentences.
 */
export function periodAt(words: readonly Word[], at: number): PeriodWords | null {
  const next = words.slice(at, at + mostWords)
  const end = next.findIndex(
    ({ quoted, mention, named }) => quoted || mention !== undefined || named !== undefined,
  )
  const texts = (end < 0 ? next : next.slice(0, end)).map((word) => word.text.toLowerCase())
  const found = new PeriodReader(texts, anyDay, false).at(0)
  if (found === null || found.made === 'future') return null
  const typed = { when: texts.slice(0, found.words).join(' ') }
  if (!isNamed(found.made)) return { ...typed, words: found.words }
  const { isDoubtful, weekday, written = typed } = found.made
  return isDoubtful || weekday !== undefined ? null : { ...written, words: found.words }
}

export const periodWords: readonly string[] = [
  ...PERIODS,
  ...['daily', 'weekly', 'monthly', 'yearly', 'today', 'yesterday'],
  ...MONTHS,
]

export const periodNames: readonly string[] = [
  ...'today yesterday tomorrow week weeks month months quarter quarters year years fortnight weekend'.split(
    ' ',
  ),
  ...'previous current since between'.split(' '),
  ...MONTHS,
  ...WEEKDAYS,
]

export const periodsInWords =
  'Periods: today, month, last week, last 30 days, october, 2026-10-05..2026-10-18.'

export interface NamedPeriod extends Pick<Named, 'weekday' | 'isRhythm'> {
  /** As `periodText` writes it; `null`: it hasn't begun, or isn't understood. */
  readonly unit: PeriodUnit | null
  readonly when: string | null
  /** First and last day; `null`: in the future. */
  readonly days: { readonly start: string; readonly end: string } | null
  /** It ends today or later, so it asks for the newest data. */
  readonly isNow: boolean
  readonly isFuture: boolean
  readonly isDoubtful: boolean
}

const future: NamedPeriod = {
  ...{ unit: null, when: null, days: null },
  ...{ isNow: false, isFuture: true, isDoubtful: true },
}

export function periodsIn(
  words: readonly string[],
  today: Temporal.PlainDate,
): (at: number) => { readonly period: NamedPeriod; readonly words: number } | null {
  const reader = new PeriodReader(words, today, true)
  return (at) => {
    const found = reader.at(at)
    return found && { period: namedPeriod(found.made, today.toString()), words: found.words }
  }
}

function namedPeriod(made: Made, today: string): NamedPeriod {
  const named = isNamed(made) ? made.days() : null
  if (!isNamed(made) || named === null || named.start.toString() > today) return future
  const { isRange, weekday, isRhythm = false } = made
  const days = period(made.unit, named.start, named.end, 'UTC')
  const { start, end } = days
  const byDays = isRange ? { unit: null, when: `${start}..${end}` } : fixedDays(days)
  const { unit = null, when = null } = made.written ?? byDays
  return {
    unit,
    when,
    days: { start, end },
    isNow: end >= today,
    isFuture: false,
    // `how was the month`: the current one or the last one.
    isDoubtful: made.isDoubtful ?? (when === null && unit !== 'week' && !isRhythm),
    isRhythm,
    ...(weekday === undefined ? {} : { weekday }),
  }
}

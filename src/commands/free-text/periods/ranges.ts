/** From one period to another: `oct 5 to oct 18`, `since monday`. */

import { oneDay } from './days.ts'
import { monthNamed } from './months.ts'
import { namedAt } from './named.ts'
import { partAt } from './parts.ts'
import type { NamedPeriod, PeriodSpan } from './period-span.ts'
import type { Sentence } from './sentence.ts'
import { agoAt, countedAt, relativeAt, rhythmAt, unitPeriod } from './units.ts'
import { dayNumber, units, yearNumber } from './words.ts'

export function rangeAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  if (word === 'since' || word === 'from' || word === 'between' || word === 'starting') {
    const first = sentence.skip(at + 1)
    const start = endpoint(sentence, first)
    if (start === null) return sharedMonth(sentence, first, first - at)
    const joint = first + start.words
    if (word === 'since') return sinceUntilNow(sentence, start, joint - at)
    const second = jointAt(sentence, joint, word === 'between')
    if (second !== null) {
      const range = joined(sentence, start, second)
      if (range !== null) return { period: range.period, words: second + range.words - at }
    }
    const shared = sharedMonth(sentence, first, first - at)
    if (shared !== null) return shared
    const ends = ['on', 'onwards', 'onward', 'until', 'till', 'to'].includes(sentence.text(joint)) ? 1 : 0
    const untilNow = ends === 1 && ['now', 'today'].includes(sentence.text(joint + 1)) ? 1 : 0
    if (word === 'from' && ends + untilNow > 0)
      return sinceUntilNow(sentence, start, joint + ends + untilNow - at)
    return null
  }
  if (word === 'after') return afterAt(sentence, at)
  if (word === 'week' && sentence.text(at + 1) === 'of') {
    // `week of 9–15 November`: its days say which.
    const days = sentence.skip(at + 2)
    const range = rangeAt(sentence, days)
    if (range !== null) return { ...range, words: days + range.words - at }
  }
  const start = endpoint(sentence, at)
  if (start === null) return sharedMonth(sentence, at, 0)
  const second = jointAt(sentence, at + start.words, false)
  if (second !== null) {
    const range = joined(sentence, start, second)
    if (range !== null) return { period: range.period, words: second + range.words - at }
  }
  return sharedMonth(sentence, at, 0)
}

/** From the start of a period until today. @param words the number of words read in total */
function sinceUntilNow(sentence: Sentence, { period }: PeriodSpan, words: number): PeriodSpan {
  const { days, when, unit } = period
  if (days === null) return { period, words }
  // "What changed since last week" asks for the newest week.
  if (unit === null && /^(?:last|this) /u.test(when ?? '')) return { period, words }
  return { period: sentence.between(Temporal.PlainDate.from(days.start), sentence.today), words }
}

/** `after october`: from the day after it until today. */
function afterAt(sentence: Sentence, at: number): PeriodSpan | null {
  const first = sentence.skip(at + 1)
  const span = endpoint(sentence, first)
  const days = span?.period.days ?? null
  if (span === null || days === null) return null
  const start = Temporal.PlainDate.from(days.end).add({ days: 1 })
  if (Temporal.PlainDate.compare(start, sentence.today) > 0) return null
  return {
    period: sentence.between(start, sentence.today, { isDoubtful: true }),
    words: first + span.words - at,
  }
}

/** Where the second end of a range starts, after `to`, `until`, `through` or a dash. */
function jointAt(sentence: Sentence, at: number, and: boolean): number | null {
  const words = ['to', 'until', 'till', 'til', 'through', 'thru', 'up', ...(and ? ['and'] : [])]
  if (!words.includes(sentence.text(at))) return null
  return sentence.skip(sentence.text(at) === 'up' ? at + 2 : at + 1)
}

function joined(
  sentence: Sentence,
  start: PeriodSpan,
  second: number,
): { readonly period: NamedPeriod; readonly words: number } | null {
  const first = start.period.days
  if (first === null) return null
  if (['now', 'date'].includes(sentence.text(second)))
    return { period: sentence.between(Temporal.PlainDate.from(first.start), sentence.today), words: 1 }
  const end = endpoint(sentence, second)
  if (end === null) {
    // `october 5 to 18`, `october 5 to 18, 2025`
    const day = dayNumber(sentence.text(second))
    if (day === null || first.start !== first.end) return null
    const year = yearNumber(sentence.text(second + 1))
    const newest = Temporal.PlainDate.from(first.start)
    const from = year === null ? newest : newest.with({ year })
    if (day > from.daysInMonth) return null
    return { period: sentence.between(from, from.with({ day })), words: year === null ? 1 : 2 }
  }
  if (end.period.days === null) return null
  const to = Temporal.PlainDate.from(end.period.days.end)
  const from = inYearOf(to, Temporal.PlainDate.from(first.start), yearNumber(sentence.text(second - 2)))
  return Temporal.PlainDate.compare(from, to) > 0
    ? null
    : { period: sentence.between(from, to), words: end.words }
}

/** `26 oct to 1 nov 2025`: a start without a year takes the year of the end, if it would otherwise be after it. */
function inYearOf(to: Temporal.PlainDate, from: Temporal.PlainDate, typedYear: number | null) {
  return typedYear === null && Temporal.PlainDate.compare(from, to) > 0 ? from.with({ year: to.year }) : from
}

/** `5 to 18 october`, `5-18 october`, `october 5-18`, `october 5-18, 2025`. @param before words already read */
function sharedMonth(sentence: Sentence, at: number, before: number): PeriodSpan | null {
  const dashed = /^(\d{1,2})(?:st|nd|rd|th)?[-–](\d{1,2})(?:st|nd|rd|th)?$/u
  const month = monthNamed(sentence, at)
  const after = month === null ? null : dashed.exec(sentence.text(at + month.words))
  if (month !== null && after !== null) {
    const year = yearNumber(sentence.text(at + month.words + 1))
    const start = year === null ? month.start : month.start.with({ year })
    const words = before + month.words + (year === null ? 1 : 2)
    return daysOf(sentence, start, Number(after[1]), Number(after[2]), words)
  }
  const [, one, other] = dashed.exec(sentence.text(at)) ?? []
  const spread = one === undefined
  const first = spread ? dayNumber(sentence.text(at)) : Number(one)
  const isJoined = spread && ['to', 'until', 'till', 'and', 'through'].includes(sentence.text(at + 1))
  const last = spread ? (isJoined ? dayNumber(sentence.text(at + 2)) : null) : Number(other)
  if (first === null || last === null) return null
  const ofMonth = sentence.skip(at + (spread ? 3 : 1))
  const named = monthNamed(sentence, ofMonth)
  return named === null
    ? null
    : daysOf(sentence, named.start, first, last, before + ofMonth + named.words - at)
}

function daysOf(
  sentence: Sentence,
  month: Temporal.PlainDate,
  first: number,
  last: number,
  words: number,
): PeriodSpan | null {
  if (first < 1 || first > last || last > month.daysInMonth) return null
  return { period: sentence.between(month.with({ day: first }), month.with({ day: last })), words }
}

/** A period that can be the start or end of a range. */
function endpoint(sentence: Sentence, at: number): PeriodSpan | null {
  const single = singleAt(sentence, at)
  return single === null || single.period.isRhythm ? null : single
}

function singleAt(sentence: Sentence, at: number): PeriodSpan | null {
  return (
    partAt(sentence, at) ??
    oneDay(sentence, at) ??
    relativeAt(sentence, at) ??
    countedAt(sentence, at) ??
    agoAt(sentence, at) ??
    namedAt(sentence, at) ??
    rhythmAt(sentence, at)
  )
}

/** `october so far`, `the week before last`. */
export function withRest(sentence: Sentence, at: number): PeriodSpan | null {
  const one = singleAt(sentence, at)
  if (one === null) return null
  const next = at + one.words
  // `the year so far`
  const unit = one.words === 1 && one.period.isRhythm !== true ? units.get(sentence.text(at)) : undefined
  const running = unit === undefined ? null : unitPeriod(sentence, 'this', unit)
  if (running !== null && sentence.text(next) === 'so' && sentence.text(next + 1) === 'far')
    return { period: running, words: 3 }
  if (sentence.text(next) === 'so' && sentence.text(next + 1) === 'far')
    return { ...one, words: one.words + 2 }
  if (sentence.text(next) === 'to' && sentence.text(next + 1) === 'date')
    return { ...one, words: one.words + 2 }
  return one
}

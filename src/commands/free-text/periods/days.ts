/** One day: a date, a weekday, yesterday. */

import { monthNamed } from './months.ts'
import type { PeriodSpan } from './period-span.ts'
import type { Sentence } from './sentence.ts'
import { dayNumber, lastWords, nextWords, shortDays, thisWords, weekdayNamed, yearNumber } from './words.ts'

export function oneDay(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  if (word === 'today' || word === 'yesterday') return { period: sentence.period(null, word), words: 1 }
  if (word === 'tomorrow' || word === 'tonight') return sentence.future(1)
  if (word === 'day' && sentence.text(at + 1) === 'before' && sentence.text(at + 2) === 'yesterday')
    return { period: sentence.date(sentence.today.subtract({ days: 2 })), words: 3 }
  return dateAt(sentence, at) ?? weekdayAt(sentence, at)
}

export function dateAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:\.\.(\d{4}-\d{1,2}-\d{1,2}))?$/u.exec(word)
  if (iso !== null) {
    const first = dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    if (first === null) return null
    const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(iso[4] ?? '') ?? []
    const last = year === undefined ? null : dateOf(Number(year), Number(month), Number(day))
    return { period: last === null ? sentence.date(first) : sentence.between(first, last), words: 1 }
  }
  const numeric = /^(\d{1,2})([/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?$/u.exec(word)
  if (numeric !== null) return numericDate(sentence, numeric)
  const month = monthNamed(sentence, at, false)
  if (month !== null) {
    const dayAt = sentence.text(at + month.words) === 'the' ? at + month.words + 1 : at + month.words
    const day = dayNumber(sentence.text(dayAt))
    if (day === null) return null
    return dayOfMonth(sentence, month.number, day, dayAt + 1, at)
  }
  const day = dayNumber(word)
  if (day === null) return null
  const monthAt = sentence.text(at + 1) === 'of' ? at + 2 : at + 1
  const named = monthNamed(sentence, monthAt, false)
  if (named === null) return lastDay(sentence, at, day)
  return dayOfMonth(sentence, named.number, day, monthAt + named.words, at)
}

const beforeDays: ReadonlySet<string> = new Set([
  'on',
  'since',
  'until',
  'till',
  'from',
  'around',
  'for',
  'of',
])

/** `on the 12th`: the most recent one. */
function lastDay(sentence: Sentence, at: number, day: number): PeriodSpan | null {
  const isDay = /^\d{1,2}(?:st|nd|rd|th)$/u.test(sentence.text(at)) && sentence.text(at - 1) === 'the'
  if (!isDay || !beforeDays.has(sentence.text(at - 2))) return null
  const { today } = sentence
  const month = day > today.day ? today.subtract({ months: 1 }) : today
  const date = dateOf(month.year, month.month, day)
  return date === null ? null : { period: sentence.date(date, { isDoubtful: true }), words: 1 }
}

function dayOfMonth(
  sentence: Sentence,
  month: number,
  day: number,
  yearAt: number,
  at: number,
): PeriodSpan | null {
  const year = yearNumber(sentence.text(yearAt))
  const date = dateOf(year ?? sentence.today.year, month, day)
  if (date === null) return null
  const past =
    year === null && Temporal.PlainDate.compare(date, sentence.today) > 0 ? date.subtract({ years: 1 }) : date
  return { period: sentence.date(past), words: yearAt + (year === null ? 0 : 1) - at }
}

function numericDate(
  sentence: Sentence,
  [, one, sign, other, typedYear]: RegExpExecArray,
): PeriodSpan | null {
  const [first, second] = [Number(one), Number(other)]
  // 8.30 may be a time; a dotted date without a year is written 5.10.
  if (typedYear === undefined && second > 31) return null
  const year =
    typedYear === undefined ? sentence.today.year : Number(typedYear) + (typedYear.length === 2 ? 2000 : 0)
  const isDayFirst = sign === '.' || first > 12
  const date = isDayFirst ? dateOf(year, second, first) : dateOf(year, first, second)
  const swapped = dateOf(year, second, first)
  const meant = date ?? swapped
  if (meant === null) return null
  const isDoubtful = sign === '/' && date !== null && swapped !== null && first !== second
  const past = Temporal.PlainDate.compare(meant, sentence.today) > 0 && typedYear === undefined
  return { period: sentence.date(past ? meant.subtract({ years: 1 }) : meant, { isDoubtful }), words: 1 }
}

function weekdayAt(sentence: Sentence, at: number): PeriodSpan | null {
  const before = lastWords.has(sentence.text(at))
    ? 1
    : thisWords.has(sentence.text(at))
      ? 2
      : nextWords.has(sentence.text(at))
        ? 3
        : 0
  const dayAt = before === 0 ? at : sentence.text(at + 1) === 'past' ? at + 2 : at + 1
  const word = sentence.text(dayAt)
  const day = weekdayNamed(word)
  if (day === null || (word.endsWith('s') && !shortDays.has(word))) return null
  const preceding = sentence.text(at - 1)
  // `sat` and `sun` are also other words: they are days only after certain words.
  if (shortDays.has(word) && before === 0 && !['on', 'since', 'from', 'by'].includes(preceding)) return null
  if (before === 3) return sentence.future(dayAt + 1 - at)
  const ago = ((sentence.today.dayOfWeek - day + 6) % 7) + 1
  const date = sentence.today.subtract({ days: ago })
  const isSame = before === 2 && sentence.today.dayOfWeek === day
  const isAhead = before === 2 && day > sentence.today.dayOfWeek
  if (isAhead) return sentence.future(dayAt + 1 - at)
  return {
    period: sentence.date(isSame ? sentence.today : date, before === 0 ? { weekday: word } : {}),
    words: dayAt + 1 - at,
  }
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null
  }
}

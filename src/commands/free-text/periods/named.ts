/** Months, quarters, halves, weeks and years by their names. */

import { dateAt } from './days.ts'
import { monthNamed, yearAt } from './months.ts'
import type { PeriodSpan } from './period-span.ts'
import type { Sentence } from './sentence.ts'
import { unitPeriod } from './units.ts'
import { ordinals, units, yearNumber } from './words.ts'

export function namedAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const to = toDateAt(sentence, at)
  if (to !== null) return to
  const quarter = quarterAt(sentence, at)
  if (quarter !== null) return quarter
  const week = weekAt(sentence, at)
  if (week !== null) return week
  const month = monthNamed(sentence, at)
  if (month !== null) return { period: sentence.period(null, month.text), words: month.words }
  const yearMonth = /^(\d{4})-(\d{1,2})$/u.exec(word) ?? null
  if (yearMonth !== null && Number(yearMonth[2]) >= 1 && Number(yearMonth[2]) <= 12)
    return {
      period: sentence.period(null, `${yearMonth[1]}-${String(Number(yearMonth[2])).padStart(2, '0')}`),
      words: 1,
    }
  const slashed = /^(\d{1,2})\/(\d{4})$/u.exec(word)
  if (slashed !== null && Number(slashed[1]) >= 1 && Number(slashed[1]) <= 12)
    return {
      period: sentence.period(null, `${slashed[2]}-${String(Number(slashed[1])).padStart(2, '0')}`),
      words: 1,
    }
  const year = yearNumber(word)
  return year === null ? null : { period: sentence.period(null, String(year)), words: 1 }
}

function toDateAt(sentence: Sentence, at: number): PeriodSpan | null {
  const short: Readonly<Record<string, string>> = { ytd: 'this year', mtd: 'this month', wtd: 'this week' }
  const word = sentence.text(at)
  if (Object.hasOwn(short, word)) return { period: sentence.period(null, short[word] ?? ''), words: 1 }
  if (word === 'qtd') {
    const period = unitPeriod(sentence, 'this', 'quarter')
    return period === null ? null : { period, words: 1 }
  }
  const unit = units.get(word)
  if (unit === undefined || sentence.text(at + 1) !== 'to' || sentence.text(at + 2) !== 'date') return null
  const period = unitPeriod(sentence, 'this', unit)
  return period === null ? null : { period, words: 3 }
}

function quarterAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const short = /^([qh])([1-4])$/u.exec(word)
  const spelt = sentence.text(at + 1) === 'quarter' ? ordinals.get(word) : undefined
  if (short === null && spelt === undefined) return null
  const isHalf = short?.[1] === 'h'
  const number = spelt ?? Number(short?.[2])
  if (isHalf && number > 2) return null
  const months = isHalf ? 6 : 3
  const after = sentence.skip(at + (spelt === undefined ? 1 : 2))
  const year = yearAt(sentence, after)
  const ofYear = (calendarYear: number) =>
    Temporal.PlainDate.from({ year: calendarYear, month: (number - 1) * months + 1, day: 1 })
  const first = ofYear(year?.year ?? sentence.today.year)
  const start =
    year === null && Temporal.PlainDate.compare(first, sentence.today) > 0
      ? first.subtract({ years: 1 })
      : first
  const end = start.add({ months }).subtract({ days: 1 })
  return {
    period: sentence.between(start, end),
    words: year === null ? (spelt === undefined ? 1 : 2) : after + year.words - at,
  }
}

function weekAt(sentence: Sentence, at: number): PeriodSpan | null {
  if (sentence.text(at) === 'calendar' && sentence.text(at + 1) === 'week') {
    const week = weekAt(sentence, at + 1)
    return week === null ? null : { ...week, words: week.words + 1 }
  }
  const word = sentence.text(at)
  const iso = /^(\d{4})-w(\d{1,2})$/u.exec(word)
  if (iso !== null)
    return { period: sentence.period(null, `${iso[1]}-W${(iso[2] ?? '').padStart(2, '0')}`), words: 1 }
  const glued = /^(?:w|wk|kw|cw)(\d{1,2})$/u.exec(word)
  const named = ['week', 'kw', 'cw'].includes(word)
  const ofAt = sentence.skip(at + 1)
  if (
    named &&
    (sentence.text(at + 1) === 'of' ||
      sentence.text(at + 1) === 'commencing' ||
      sentence.text(at + 1) === 'starting')
  ) {
    const day = dateAt(sentence, sentence.text(at + 1) === 'of' ? ofAt : at + 2)
    if (day !== null && day.period.days !== null) {
      const date = Temporal.PlainDate.from(day.period.days.start)
      const monday = date.subtract({ days: date.dayOfWeek - 1 })
      const from = sentence.text(at + 1) === 'of' ? ofAt : at + 2
      return { period: sentence.period('week', monday.toString()), words: from + day.words - at }
    }
  }
  const numberAt = sentence.text(at + 1) === 'number' || sentence.text(at + 1) === 'no' ? at + 2 : at + 1
  const typed = glued?.[1] ?? (named ? /^#?(\d{1,2})$/u.exec(sentence.text(numberAt))?.[1] : undefined)
  if (typed === undefined) return null
  const words = glued === null ? numberAt + 1 - at : 1
  const year = yearNumber(sentence.text(at + words))
  const number = Number(typed)
  if (number < 1 || number > 53) return null
  const thisWeek = sentence.today.weekOfYear ?? 53
  const inYear = year ?? (number > thisWeek ? sentence.today.year - 1 : sentence.today.year)
  return {
    period: sentence.period(null, `${inYear}-W${String(number).padStart(2, '0')}`),
    words: words + (year === null ? 0 : 1),
  }
}

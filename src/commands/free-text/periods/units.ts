/** Periods by how long ago they are: `last week`, `30 days`, `two months ago`, `weekly`. */
import type { PeriodUnit } from '../../../model/reports.ts'
import { monthNamed } from './months.ts'
import type { NamedPeriod, PeriodSpan } from './period-span.ts'
import type { Sentence } from './sentence.ts'
import {
  adjectives,
  ago,
  countOf,
  daysIn,
  lastWords,
  nextWords,
  thisWords,
  type Unit,
  units,
} from './words.ts'

/** `last week`, `this quarter`, `past 2 months`. */
export function relativeAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const relativeWord = lastWords.has(word)
    ? 'last'
    : thisWords.has(word)
      ? 'this'
      : nextWords.has(word)
        ? 'next'
        : null
  if (relativeWord === null) return null
  let next = at + 1
  while (adjectives.has(sentence.text(next))) next += 1
  const unit = units.get(sentence.text(next))
  const endsHere = next + 1
  if (relativeWord === 'next') {
    if (unit !== undefined) return sentence.future(endsHere - at)
    const count = countOf(sentence.text(next))
    return count !== null && units.get(sentence.text(next + 1)) !== undefined
      ? sentence.future(next + 2 - at)
      : null
  }
  if (unit !== undefined && !/s$/u.test(sentence.text(next))) {
    const period = unitPeriod(sentence, relativeWord, unit)
    return period === null ? null : { period, words: endsHere - at }
  }
  if (relativeWord === 'last') {
    const counted = countedAt(sentence, next)
    if (counted !== null) return { ...counted, words: next + counted.words - at }
    const month = monthNamed(sentence, next)
    if (month !== null) return { period: sentence.period(null, month.text), words: next + month.words - at }
  }
  return null
}

export function unitPeriod(
  sentence: Sentence,
  relativeWord: 'last' | 'this',
  unit: Unit,
): NamedPeriod | null {
  const today = sentence.today
  switch (unit) {
    case 'quarter': {
      const first = today.with({ month: Math.floor((today.month - 1) / 3) * 3 + 1, day: 1 })
      const start = relativeWord === 'this' ? first : first.subtract({ months: 3 })
      return sentence.between(start, start.add({ months: 3 }).subtract({ days: 1 }))
    }
    case 'weekend': {
      const isWeekend = today.dayOfWeek > 5
      if (relativeWord === 'this' && !isWeekend) return null
      const saturday = today.subtract({
        days: relativeWord === 'this' ? today.dayOfWeek - 6 : today.dayOfWeek + 1,
      })
      return sentence.between(saturday, saturday.add({ days: 1 }))
    }
    case 'fortnight':
      return sentence.period(null, 'last 14 days')
    case 'half':
      return null
    case 'day':
      return sentence.period(null, relativeWord === 'last' ? 'yesterday' : 'today')
    default:
      return sentence.period(null, `${relativeWord} ${unit}`)
  }
}

/** `30 days`, `2 weeks`, `couple of months`: up to yesterday. */
export function countedAt(sentence: Sentence, at: number): PeriodSpan | null {
  const hours = /^(\d{1,3})h$/u.exec(sentence.text(at))
  if (hours !== null && Number(hours[1]) === 24)
    return { period: sentence.period(null, 'yesterday'), words: 1 }
  const count = countOf(sentence.text(at))
  if (count === null || ['a', 'an', 'one'].includes(sentence.text(at))) return null
  const unitAt = sentence.text(at + 1) === 'of' ? at + 2 : at + 1
  const shown = adjectives.has(sentence.text(unitAt)) ? unitAt + 1 : unitAt
  const isHours = ['hours', 'hrs'].includes(sentence.text(shown))
  const unit = isHours ? 'day' : units.get(sentence.text(shown))
  const days = isHours ? (count % 24 === 0 ? count / 24 : null) : daysIn(count, unit)
  if (days === null || days > 999 || ago.has(sentence.text(shown + 1)) || !/s$/u.test(sentence.text(shown)))
    return null
  const isDoubtful = ['few', 'several'].includes(sentence.text(at))
  const when = isHours && days === 1 ? 'yesterday' : `last ${days} days`
  return { period: sentence.period(null, when, { isDoubtful }), words: shown + 1 - at }
}

/** `two weeks ago`, `the month before last`. */
export function agoAt(sentence: Sentence, at: number): PeriodSpan | null {
  const unit = units.get(sentence.text(at))
  if (unit !== undefined && sentence.text(at + 1) === 'before' && sentence.text(at + 2) === 'last') {
    const period = unitsBefore(sentence, 2, unit)
    return period === null ? null : { period, words: 3 }
  }
  const count = countOf(sentence.text(at))
  if (count === null) return null
  const unitAt = sentence.text(at + 1) === 'of' ? at + 2 : at + 1
  if (!ago.has(sentence.text(unitAt + 1))) return null
  const period = unitsBefore(sentence, count, units.get(sentence.text(unitAt)))
  return period === null ? null : { period, words: unitAt + 2 - at }
}

function unitsBefore(sentence: Sentence, count: number, unit: Unit | undefined): NamedPeriod | null {
  const today = sentence.today
  if (count < 1 || count > 500) return null
  switch (unit) {
    case 'day':
      return sentence.date(today.subtract({ days: count }))
    case 'week': {
      const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 * count })
      return sentence.period('week', monday.toString())
    }
    case 'month':
      return sentence.period(null, today.subtract({ months: count }).toString().slice(0, 7))
    case 'quarter': {
      const first = today.with({ month: Math.floor((today.month - 1) / 3) * 3 + 1, day: 1 })
      const start = first.subtract({ months: 3 * count })
      return sentence.between(start, start.add({ months: 3 }).subtract({ days: 1 }))
    }
    case 'year':
      return sentence.period(null, String(today.year - count))
    default:
      return null
  }
}

/** `weekly`, `month over month`: the last complete one. */
export function rhythmAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const short: Readonly<Record<string, PeriodUnit>> = {
    wow: 'week',
    mom: 'month',
    yoy: 'year',
    dod: 'day',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    yearly: 'year',
    annual: 'year',
    annually: 'year',
  }
  // `wow` and `mom` are also ordinary words.
  const isOther = (word === 'wow' || word === 'mom') && !/^(?:WoW|MoM)$/u.test(sentence.tokens[at]?.raw ?? '')
  const unit = Object.hasOwn(short, word) && !isOther ? short[word] : undefined
  if (unit !== undefined)
    return { period: sentence.period(unit, null, { isRhythm: true, isNow: false }), words: 1 }
  const unitOfWord = units.get(word)
  if (unitOfWord === 'weekend' && sentence.text(at - 1) === 'the') {
    const period = unitPeriod(sentence, 'last', 'weekend')
    return period === null ? null : { period, words: 1 }
  }
  if (
    unitOfWord === undefined ||
    unitOfWord === 'quarter' ||
    unitOfWord === 'weekend' ||
    unitOfWord === 'half' ||
    unitOfWord === 'fortnight'
  )
    return null
  const joins = ['over', 'on', 'to', 'by', 'vs', 'after']
  if (joins.includes(sentence.text(at + 1)) && sentence.text(at + 2) === word)
    return { period: sentence.period(unitOfWord, null, { isRhythm: true }), words: 3 }
  if (word.endsWith('s')) return null
  // `how was the month`: the current one or the last one.
  return { period: sentence.period(unitOfWord, null, { isDoubtful: unitOfWord !== 'week' }), words: 1 }
}

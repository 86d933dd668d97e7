/** Parts of months and years: `the first half of october`, `mid november`. */

import { monthNamed } from './months.ts'
import { namedAt } from './named.ts'
import type { PeriodSpan } from './period-span.ts'
import type { Sentence } from './sentence.ts'
import { relativeAt, unitPeriod } from './units.ts'
import { countOf, ordinals, units } from './words.ts'

/** `the first half of october`, `the end of last month`, `mid november`. */
export function partAt(sentence: Sentence, at: number): PeriodSpan | null {
  const word = sentence.text(at)
  const isHalf = sentence.text(at + 1) === 'half' && (ordinals.has(word) || word === 'latter')
  if (isHalf) {
    const of = sentence.skip(at + 2)
    const whole = wholeAt(sentence, of)
    if (whole === null) return null
    const isFirst = ordinals.get(word) === 1
    const { start, end } = whole.days
    const [from, to] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(end)]
    const isYear = from.until(to).days > 31
    const middle = isYear ? from.with({ month: 6, day: 30 }) : from.with({ day: 15 })
    const period = isFirst ? sentence.between(from, middle) : sentence.between(middle.add({ days: 1 }), to)
    return { period, words: of + whole.words - at }
  }
  const nth = word === 'last' || word === 'final' ? -1 : ordinals.get(word)
  if (nth !== undefined && sentence.text(at + 1) === 'week' && sentence.text(at + 2) === 'of') {
    const of = sentence.skip(at + 3)
    const month = monthNamed(sentence, of)
    if (month !== null) {
      const last = month.start.add({ months: 1 }).subtract({ days: 1 })
      const from = nth < 0 ? last.subtract({ days: 6 }) : month.start.add({ days: 7 * (nth - 1) })
      const period = sentence.between(from, from.add({ days: 6 }), { isDoubtful: true })
      return { period, words: of + month.words - at }
    }
  }
  const count = nth === undefined || Math.abs(nth) !== 1 ? null : countOf(sentence.text(at + 1))
  const each = units.get(sentence.text(at + 2))
  if (count !== null && (each === 'week' || each === 'day') && sentence.text(at + 3) === 'of') {
    const of = sentence.skip(at + 4)
    const whole = wholeAt(sentence, of)
    const days = count * (each === 'week' ? 7 : 1)
    if (whole !== null && days <= 31) {
      const [from, to] = [Temporal.PlainDate.from(whole.days.start), Temporal.PlainDate.from(whole.days.end)]
      const first = nth === 1 ? from : to.subtract({ days: days - 1 })
      return { period: sentence.between(first, first.add({ days: days - 1 })), words: of + whole.words - at }
    }
  }
  if (word === 'start' || word === 'beginning') {
    const of = sentence.skip(at + 1)
    const unit = units.get(sentence.text(of))
    const period = unit === undefined ? null : unitPeriod(sentence, 'this', unit)
    if (period !== null) return { period, words: of + 1 - at }
  }
  if (['early', 'late', 'mid', 'beginning', 'start', 'middle', 'end'].includes(word)) {
    const of = sentence.skip(at + 1)
    const whole = wholeAt(sentence, of)
    if (whole === null) return null
    return { period: { ...whole.period, isDoubtful: true }, words: of + whole.words - at }
  }
  return null
}

function wholeAt(sentence: Sentence, at: number) {
  const unit = units.get(sentence.text(at))
  // `the first half of the year`
  if (unit === 'month' || unit === 'year') {
    const period = sentence.period(null, `this ${unit}`)
    return period.days === null ? null : { words: 1, days: period.days, period }
  }
  const span = namedAt(sentence, at) ?? relativeAt(sentence, at)
  const days = span?.period.days ?? null
  return span === null || days === null ? null : { words: span.words, days, period: span.period }
}

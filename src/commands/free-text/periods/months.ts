/** Months by their names, with their years. */
import { MONTHS } from '../../../insights/periods.ts'
import { type PeriodWords, periodAt } from '../../../insights/question/period.ts'
import type { Sentence } from './sentence.ts'
import { dayNumber, lastWords, thisWords, yearNumber } from './words.ts'

/** A month by its name, with its year if one follows. `may` and `march` are also other words. */
export function monthNamed(sentence: Sentence, at: number, withYear = true) {
  const word = sentence.text(at)
  const named = simple(word)
  if (named === null) return null
  const number = MONTHS.indexOf(named.when ?? '') + 1
  if (number === 0 || !isMonth(sentence, at, word)) return null
  const after = withYear ? yearAt(sentence, sentence.text(at + 1) === 'of' ? at + 2 : at + 1) : null
  const words = after === null ? 1 : (sentence.text(at + 1) === 'of' ? 2 : 1) + after.words
  const year = after?.year ?? (number > sentence.today.month ? sentence.today.year - 1 : sentence.today.year)
  const start = Temporal.PlainDate.from({ year, month: number, day: 1 })
  const text =
    after === null || after.year === newestYear(number, sentence.today) ? (MONTHS[number - 1] ?? '') : ''
  const written = text === '' ? `${year}-${String(number).padStart(2, '0')}` : text
  return { number, start, text: written, words }
}

/** `2025`, `last year`. */
export function yearAt(
  sentence: Sentence,
  at: number,
): { readonly year: number; readonly words: number } | null {
  const year = yearNumber(sentence.text(at))
  if (year !== null) return { year, words: 1 }
  const yearsAgo = lastWords.has(sentence.text(at)) ? 1 : thisWords.has(sentence.text(at)) ? 0 : null
  if (yearsAgo === null || sentence.text(at + 1) !== 'year') return null
  return { year: sentence.today.year - yearsAgo, words: 2 }
}

function isMonth(sentence: Sentence, at: number, word: string): boolean {
  if (!['may', 'march', 'mar', 'dec', 'jan', 'sep', 'jun', 'jul'].includes(word)) return true
  if (word !== 'may' && word !== 'march') return true
  const before = sentence.text(at - 1)
  const after = sentence.text(at + 1)
  const isDated = dayNumber(after) !== null || yearNumber(after) !== null || dayNumber(before) !== null
  const leads = [
    'in',
    'since',
    'of',
    'for',
    'last',
    'this',
    'from',
    'until',
    'to',
    'during',
    'vs',
    'and',
    'early',
    'late',
    'mid',
    'than',
  ]
  return (
    isDated ||
    leads.includes(before) ||
    (sentence.tokens[at]?.isCapital === true && sentence.tokens[at]?.isFirst === false)
  )
}

function simple(word: string): PeriodWords | null {
  return periodAt([{ text: word, quoted: false }], 0)
}

function newestYear(month: number, today: Temporal.PlainDate): number {
  return month > today.month ? today.year - 1 : today.year
}

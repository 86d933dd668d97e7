import { PERIODS } from '../api/enums.ts'
import { MONTHS } from '../insights/periods.ts'
import { nearest, plain } from '../lib/nearest.ts'
import type { PeriodUnit } from '../model/reports.ts'
import type { Word } from './tokenizer.ts'

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

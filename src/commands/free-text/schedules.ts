import { weekdayNamed } from './periods.ts'
import type { Token } from './tokens.ts'

const spans: ReadonlySet<string> = new Set(
  'day days week weeks weekday weekdays month months quarter quarters morning mornings evening evenings afternoon hour weekend fortnight'.split(
    ' ',
  ),
)
const parts: ReadonlySet<string> = new Set(['morning', 'mornings', 'evening', 'afternoon', 'noon', 'night'])
const ordinal = /^(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|last)$/u

/** The number of words from `at` that say when something recurs (`every other friday`, `on mondays`), or 0. */
export function recurrenceAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const first = text(at)
  if (first === 'every' || first === 'each' || first === 'evry') {
    let next = at + 1
    if (['other', 'single', 'second', '2'].includes(text(next)) || /^[2-9]$|^two$|^three$/u.test(text(next)))
      next += 1
    if (ordinal.test(text(next))) {
      next += 1
      if (weekdayNamed(text(next)) !== null) next += 1
      if (text(next) === 'day') next += 1
      return ofMonth(text, next) - at
    }
    if (weekdayNamed(text(next)) === null && !spans.has(text(next))) return 0
    next += 1
    while (['and', 'or'].includes(text(next)) && weekdayNamed(text(next + 1)) !== null) next += 2
    while (weekdayNamed(text(next)) !== null) next += 1
    return next - at + (parts.has(text(next)) ? 1 : 0)
  }
  if (weekdayNamed(first) !== null && first.endsWith('days')) {
    const isJoined = ['and', 'or'].includes(text(at + 1)) && weekdayNamed(text(at + 2)) !== null
    return isJoined ? 3 : 1
  }
  if (
    ['once', 'twice'].includes(first) &&
    ['a', 'per', 'every', 'each'].includes(text(at + 1)) &&
    spans.has(text(at + 2))
  )
    return 3
  if (first === 'on' && text(at + 1) === 'the' && ordinal.test(text(at + 2))) {
    const end = ofMonth(text, at + 3)
    return end > at + 3 ? end - at : 0
  }
  if (weekdayNamed(first) !== null && parts.has(text(at + 1)) && text(at + 1).endsWith('s')) return 2
  if (['biweekly', 'fortnightly', 'quarterly', 'weekdays', 'mornings'].includes(first)) return 1
  return 0
}

function ofMonth(text: (index: number) => string, from: number): number {
  let next = from
  while (['of', 'the', 'each', 'every', 'a'].includes(text(next))) next += 1
  return text(next) === 'month' || text(next) === 'quarter' ? next + 1 : from
}

const clock = /^(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?(?:am|pm|h|uhr)?$/u

/** The number of words from `at` that name a time of day (`at 8`, `10am`, `08:30`), or 0. */
export function hourAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const isLed = ['at', 'by', 'around', 'to', 'from'].includes(text(at))
  const start = isLed ? at + 1 : at
  const word = text(start)
  if (['noon', 'midday', 'midnight', 'lunchtime'].includes(word)) return start + 1 - at
  if (!clock.test(word)) return 0
  const half = ['am', 'pm', "o'clock", 'oclock', 'h', 'uhr'].includes(text(start + 1))
  const isTime = half || /[a-z]|:/u.test(word) || (text(at) === 'at' && /^\d{1,2}(?:\.\d\d)?$/u.test(word))
  return isTime ? start + 1 - at + (half ? 1 : 0) : 0
}

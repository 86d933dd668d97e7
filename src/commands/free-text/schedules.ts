/** Where a sentence says when something recurs. What that means is read by `digestTimes`. */
import { weekdayNamed } from './periods.ts'
import type { Token } from './tokens.ts'

const opening = /^(?:every|each|evry|once|twice)$/u
const whole = /^(?:biweekly|fortnightly|quarterly|weekdays|mornings)$/u
const span =
  /^(?:(?:day|week|weekday|month|quarter|morning|evening)s?|hour|afternoon|weekend|fortnight|noon|night)$/u
const ordinal = /^(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|last)$/u
const joint = /^(?:other|single|second|[2-9]|two|three|a|per|every|each|and|or|of|the)$/u

/** The number of words from `at` that say when something recurs (`every other friday`, `on mondays`), or 0. */
export function recurrenceAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const isDay = (word: string) => weekdayNamed(word) !== null
  const first = text(at)
  if (whole.test(first)) return 1
  const isPlural = isDay(first) && (first.endsWith('days') || /^(?:mornings|evenings)$/u.test(text(at + 1)))
  const isDated = first === 'on' && text(at + 1) === 'the' && ordinal.test(text(at + 2))
  if (!isPlural && !isDated && !opening.test(first)) return 0
  let end = isPlural ? at + 1 : at
  let isMonthly = false
  for (let next = isDated ? at + 2 : at + 1; ; next += 1) {
    const word = text(next)
    if (isDay(word) || span.test(word)) end = next + 1
    else if (!joint.test(word) && !ordinal.test(word)) break
    if (/^(?:month|quarter)s?$/u.test(word)) isMonthly = true
  }
  return isDated && !isMonthly ? 0 : end - at
}

const clock = /^(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?(?:am|pm|h|uhr)?$/u

/** The number of words from `at` that name a time of day (`at 8`, `10am`, `08:30`), or 0. */
export function hourAt(tokens: readonly Token[], at: number): number {
  const text = (index: number) => (tokens[index]?.kind === 'word' ? (tokens[index]?.text ?? '') : '')
  const start = /^(?:at|by|around|to|from)$/u.test(text(at)) ? at + 1 : at
  const word = text(start)
  if (/^(?:noon|midday|midnight|lunchtime)$/u.test(word)) return start + 1 - at
  if (!clock.test(word)) return 0
  const half = /^(?:am|pm|o'?clock|h|uhr)$/u.test(text(start + 1))
  const isTime = half || /[a-z]|:/u.test(word) || (text(at) === 'at' && /^\d{1,2}(?:\.\d\d)?$/u.test(word))
  return isTime ? start + 1 - at + (half ? 1 : 0) : 0
}

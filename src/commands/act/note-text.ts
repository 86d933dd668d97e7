import { readableText } from '../../questions/tokenizer.ts'
import { PeriodReader } from '../free-text/periods.ts'
import { tokensOf } from '../free-text/tokens.ts'

/** `the day before yesterday`. */
const longestDate = 4

/**
 * Reads the date at the start of a note: `2026-10-12`, `yesterday`, `12 October`. A weekday doesn't count: “Sunday
 * Times reviewed us” starts with one. A note may also end with `yesterday`. Removes quotes around the rest.
 * @param today in the channel's time zone
 */
export function datedNote(
  typed: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly text: string } {
  const words = readableText(typed).trim()
  const dated = startsQuoted.test(words) ? null : dateAt(words, today)
  return dated === null
    ? { day: today.subtract({ days: daysAgo(words) }).toString(), text: unquoted(words) }
    : { day: dated.day, text: unquoted(dated.rest) }
}

/** `We launched the pricing page yesterday`: the day that a note ends with, which stays part of its text. */
function daysAgo(words: string): number {
  const match = /\b(the day before )?yesterday[.!”"]*$/iu.exec(words)
  if (match === null) return 0
  return match[1] === undefined ? 1 : 2
}

const startsQuoted = /^["“„«]/u

function dateAt(
  words: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly rest: string } | null {
  const parts = words.split(/(?<=\S)(?=\s)/u)
  const iso = /^(\d{4}-\d{2}-\d{2})[:,]?$/u.exec(parts[0] ?? '')?.[1]
  // The date may be in the future or not exist. The caller reports that, instead of taking it for text.
  if (iso !== undefined) return { day: iso, rest: rest(parts, 1) }
  for (let count = Math.min(longestDate, parts.length); count > 0; count -= 1) {
    const tokens = tokensOf(parts.slice(0, count).join('').replace(/[:,]$/u, ''))
    const span = tokens.some(({ kind }) => kind !== 'word') ? null : new PeriodReader(tokens, today).at(0)
    if (span === null || span.words !== tokens.length) continue
    const { days, isDoubtful, weekday } = span.period
    if (days === null || days.start !== days.end || isDoubtful || weekday !== undefined) continue
    return { day: days.start, rest: rest(parts, count) }
  }
  return null
}

function rest(parts: readonly string[], from: number): string {
  return parts
    .slice(from)
    .join('')
    .replace(/^[\s:,–—-]+/u, '')
}

const pairs = ['""', '“”', '„“', '«»', '””'] as const

function unquoted(text: string): string {
  const trimmed = text.trim()
  const isPair = pairs.some(
    (pair) => trimmed.length > 1 && trimmed.startsWith(pair[0] ?? '') && trimmed.endsWith(pair[1] ?? ''),
  )
  return isPair ? trimmed.slice(1, -1).trim() : trimmed
}

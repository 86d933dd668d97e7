import { readableText } from '../../insights/question/tokenizer.ts'
import { PeriodReader } from '../free-text/periods/index.ts'
import { tokensOf } from '../free-text/tokens.ts'

/** `the day before yesterday`. */
const longestDate = 4

/**
 * Takes the day off the start of a note: `2026-10-12`, `yesterday`, `12 October`. A weekday alone is none: “Sunday Times
 * reviewed us” begins with one. Quotes around the rest go.
 * @param today where the channel is
 */
export function datedNote(
  typed: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly text: string } {
  const words = readableText(typed).trim()
  const dated = startsQuoted.test(words) ? null : dateAt(words, today)
  return dated === null
    ? { day: today.toString(), text: unquoted(words) }
    : { day: dated.day, text: unquoted(dated.rest) }
}

const startsQuoted = /^["“„«]/u

function dateAt(
  words: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly rest: string } | null {
  const parts = words.split(/(?<=\S)(?=\s)/u)
  const iso = /^(\d{4}-\d{2}-\d{2})[:,]?$/u.exec(parts[0] ?? '')?.[1]
  // It may be in the future, or no day at all: that is said, rather than taken for a text.
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

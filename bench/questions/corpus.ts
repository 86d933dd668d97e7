/** The corpus of questions (`bench/questions`) and its setting: the sandbox's demo workspace on one day. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BRANDS, OWN_BRAND, SOURCES } from '../../sandbox/service/data/catalog.ts'
import { DEMO_SUBREDDITS } from '../../sandbox/service/data/reddit.ts'
import type { Vocabulary } from '../../src/commands/free-text/reading.ts'
import { commands } from '../../src/commands/index.ts'
import type { PeriodUnit } from '../../src/model/reports.ts'
import { readPeriod } from '../../src/questions/period.ts'

export const today = Temporal.PlainDate.from('2026-11-18')
export const vocabulary: Vocabulary = { engines: SOURCES, brands: BRANDS, subreddits: DEMO_SUBREDDITS }

export interface Question {
  readonly text: string
  /** The meanings that answer the question. */
  readonly answers: ReadonlySet<string>
  /** Further meanings that are right only as one of several readings. */
  readonly offers: ReadonlySet<string>
  /** Whether no answer is also right, or the only right one. */
  readonly mayBeUnknown: boolean
}

/** @throws {Error} if a line is not in the file's format */
export function readCorpus(set: 1 | 2 | 3 | 4 | 5 | 6): readonly Question[] {
  const file = join(import.meta.dirname, `questions-${set}.tsv`)
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line === '' || line.startsWith('#')) return []
    const [text = '', commandsOf, more] = line.split('\t')
    if (text === '' || commandsOf === undefined || more !== undefined)
      throw new Error(`Line ${at + 1} of ${file} is not a question, a tab and its commands.`)
    const all = commandsOf.split('|')
    return {
      text,
      answers: meanings(all.filter((one) => one !== '-' && !one.startsWith('?'))),
      offers: meanings(all.flatMap((one) => (one.startsWith('?') ? one.slice(1) : []))),
      mayBeUnknown: all.includes('-'),
    }
  })
}

function meanings(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.map((text) => {
      const meaning = meaningOf(text)
      if (meaning === null) throw new Error(`The corpus has a command that can't be read: ${text}`)
      return meaning
    }),
  )
}

/**
 * What a command asks for, however it is written. The order of words, quotes, aliases of the command or of an engine, and a
 * period's name or dates don't matter, nor does naming the own brand, which every answer has.
 */
export function meaningOf(text: string): string | null {
  const meaning = commands.meaning(text)
  if (meaning === null) return null
  // The reason of a change is part of the question about it.
  const verb = meaning.verb === 'why' ? 'visibility' : meaning.verb
  return JSON.stringify([verb, days(meaning.args), meaning.args], (key, value: unknown) => {
    // Given by its days.
    if (key === 'unit' || key === 'when') return undefined
    // What exactly is asked of them is judged by the first sentence (`first-sentences.ts`).
    if (key === 'metric' || key === 'relation') return undefined
    // The corpus says which form opens, not its initial values.
    if (key === 'times') return undefined
    if (key === 'brands' && isTexts(value))
      return value
        .filter((brand) => !isOwn(brand))
        .map(lowerCase)
        .sort()
    if (key === 'reference' && typeof value === 'string') return lowerCase(value)
    return isTexts(value) ? value.map(lowerCase).sort() : value
  })
}

export const noon = today.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant()

/** The days of a period among the arguments; `null` if there is none. */
function days(args: unknown): readonly string[] | null {
  if (typeof args !== 'object' || args === null || !('unit' in args) || !('when' in args)) return null
  const { unit, when } = args as { readonly unit: PeriodUnit | null; readonly when: string | null }
  const read = readPeriod(when ?? '', unit, noon, 'UTC')
  return read.ok ? [read.period.start, read.period.end] : [read.problem]
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const lowerCase = (text: string) => text.toLowerCase()
const isOwn = (brand: string) => lowerCase(brand) === lowerCase(OWN_BRAND)

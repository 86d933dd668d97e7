import { z } from 'zod'
import { SOURCES } from '../api/enums.ts'
import type { PeriodUnit } from '../insights/model.ts'
import { nearest } from './nearest.ts'
import { plain, type Word } from './words.ts'

export interface VisibilityArgs {
  /** Engines asked for, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range, e.g. `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when: string | null
  /** Brands asked for in quotes or after "vs"; empty: all. */
  readonly brands: readonly string[]
}

/** Other names that people use for an engine. Keys as `plain` makes them. */
const otherNames: Readonly<Record<string, string>> = {
  gpt: 'ChatGPT',
  openai: 'ChatGPT',
  aioverview: 'GoogleAIO',
  aioverviews: 'GoogleAIO',
  googleaioverview: 'GoogleAIO',
  googleaioverviews: 'GoogleAIO',
  aimode: 'GoogleAIMode',
  rufus: 'AmazonRufus',
  bingcopilot: 'BingAIO',
  copilot: 'BingAIO',
}

const units = new Map<string, PeriodUnit>([
  ['day', 'day'],
  ['daily', 'day'],
  ['week', 'week'],
  ['weekly', 'week'],
  ['month', 'month'],
  ['monthly', 'month'],
  ['year', 'year'],
  ['yearly', 'year'],
])

const engineByName = new Map<string, string>([
  ...SOURCES.map((source): [string, string] => [plain(source), source]),
  ...Object.entries(otherNames),
])

const relativeUnit = /^(last|this|previous|current)$/
const dateLike = /^\d{4}(?:$|-|\.\.)/
const maxBrands = 20

/**
 * The words after `visibility`, in any order and case: engines, a period unit, a date or a range, brands in quotes,
 * and `vs Brand`. A word that fits nowhere is named, with the nearest one that would.
 */
export const visibilityArgs = z.array(z.custom<Word>()).transform((words, context): VisibilityArgs => {
  const engines = new Set<string>()
  const brands: string[] = []
  let unit: PeriodUnit | null = null
  let when: string | null = null

  const date = (text: string) => {
    if (when !== null) context.addIssue(`I found two dates, “${when}” and “${text}”. Keep one of them.`)
    when = text
  }

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const key = plain(word.text)
    const next = words[at + 1]
    if (word.quoted) {
      brands.push(word.text)
    } else if (key === 'vs' || key === 'versus') {
      const against = next
      if (against === undefined) {
        context.addIssue('After “vs” comes a brand, for example: vs "Acme".')
        break
      }
      brands.push(against.text)
      at += 1
    } else if (relativeUnit.test(key) && next !== undefined && units.has(plain(next.text))) {
      const unitAfter = units.get(plain(next.text)) ?? 'week'
      date(`${key === 'previous' ? 'last' : key === 'current' ? 'this' : key} ${unitAfter}`)
      at += 1
    } else if (key === 'today' || key === 'yesterday') {
      date(key)
    } else if (dateLike.test(word.text)) {
      const to = words[at + 2]
      if (
        next !== undefined &&
        /^(to|until|-|–)$/u.test(next.text) &&
        to !== undefined &&
        dateLike.test(to.text)
      ) {
        date(`${word.text}..${to.text}`)
        at += 2
      } else date(word.text)
    } else if (units.has(key)) {
      unit = units.get(key) ?? unit
    } else {
      const found = engineAt(words, at)
      if (found === null) {
        const near = nearest(word.text, [...SOURCES, ...units.keys(), 'today', 'yesterday'])
        context.addIssue({
          code: 'custom',
          message:
            near === null
              ? `I don't know “${word.text.slice(0, 60)}”. A brand's name goes in quotes, for example: "Acme".`
              : `I don't know “${word.text.slice(0, 60)}”.`,
          params: near === null ? {} : { suggestion: near },
        })
        return z.NEVER
      }
      engines.add(found.engine)
      at += found.words - 1
    }
  }
  if (brands.length > maxBrands)
    context.addIssue(`That is more than ${maxBrands} brands. Ask for fewer at once.`)
  return { engines: [...engines], unit, when, brands }
})

/** The engine that starts at a word; names may be written apart, as in `google ai mode`. The longest one wins. */
function engineAt(words: readonly Word[], at: number): { engine: string; words: number } | null {
  for (const length of [3, 2, 1]) {
    const parts = words.slice(at, at + length)
    if (parts.length < length || parts.some(({ quoted }) => quoted)) continue
    const engine = engineByName.get(plain(parts.map(({ text }) => text).join('')))
    if (engine !== undefined) return { engine, words: length }
  }
  return null
}

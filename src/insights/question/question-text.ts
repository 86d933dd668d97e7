/** A visibility question and its typed text, which the buttons of an answer carry. `read.ts` parses the text. */

import type { BrandFilters, NamedFilters, PeriodUnit, ReportPeriod } from '../../model/reports.ts'
import { noFilters } from '../brands/brand-query.ts'
import { isCalendarPeriod } from '../periods.ts'
import { engineNamed } from './engines.ts'
import type { Word } from './tokenizer.ts'

/** A visibility question before relative periods such as "last week" are resolved. */
export interface VisibilityArgs {
  /** Engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The text of a date or range, e.g. `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when: string | null
  /** Brands to compare with; empty: all. */
  readonly brands: readonly string[]
  readonly filters: NamedFilters
}

/** The last complete week, unfiltered. */
export const emptyArgs: VisibilityArgs = {
  engines: [],
  unit: null,
  when: null,
  brands: [],
  filters: noFilters,
}

/** A parsed question, or the problem with the text. */
export type VisibilityReading =
  | { readonly ok: true; readonly args: VisibilityArgs }
  | {
      readonly ok: false
      /** For the person who typed it. */
      readonly sentence: string
      /** The corrected text, if there is a likely correction. */
      readonly suggestion: string | null
      /** A word may name an engine that the service has added. */
      readonly mayBeEngine?: boolean
      /** The index of a word that may name a brand. */
      readonly mayBeBrandAt?: number
    }

export type FilterKey = keyof BrandFilters

/** The name of each filter before its colon. */
export const filterNames: Readonly<Record<FilterKey, string>> = {
  competitorTypes: 'site',
  keywordTypes: 'keyword',
  funnelStages: 'funnel',
  personas: 'persona',
  topics: 'topic',
  thematics: 'theme',
  strengths: 'strength',
  weaknesses: 'weakness',
  neutralsOnly: 'neutral',
  search: 'search',
}

/** The filters with a list of values, in output order. */
export const listFilters = [
  'competitorTypes',
  'keywordTypes',
  'funnelStages',
  'personas',
  'topics',
  'thematics',
  'strengths',
  'weaknesses',
] as const satisfies readonly FilterKey[]

/** Filters written in lower case: the service's enumerations, not ids. */
const enumerated: ReadonlySet<FilterKey> = new Set(['competitorTypes', 'keywordTypes', 'funnelStages'])

/** The same question with a fixed period, so that a button's meaning doesn't change over time. */
export function withFixedPeriod(args: VisibilityArgs, period: ReportPeriod): VisibilityArgs {
  return { ...args, ...daysOf(period) }
}

/** Days, months and years by their date, weeks by their Monday, ranges by both ends. */
function daysOf(period: ReportPeriod): Pick<VisibilityArgs, 'unit' | 'when'> {
  const { unit, start, end } = period
  if (!isCalendarPeriod(period)) return { unit, when: `${start}..${end}` }
  switch (unit) {
    case 'day':
      return { unit: null, when: start }
    case 'week':
      return { unit, when: start }
    case 'month':
      return { unit: null, when: start.slice(0, 7) }
    case 'year':
      return { unit: null, when: start.slice(0, 4) }
  }
}

/** The period as text: `last month`, `week 2026-11-09`; empty without one. */
export function periodText({ unit, when }: Pick<VisibilityArgs, 'unit' | 'when'>): string {
  return [unit, when].filter((part) => part !== null).join(' ')
}

/**
 * The canonical text of a question, as typed after `/sightline `. Parsing it returns the same question
 * (`readVisibilityText`).
 */
export function argsText(args: VisibilityArgs): string {
  const { engines, brands, filters } = args
  const named = (key: FilterKey, values: readonly string[]) =>
    values.length === 0 ? [] : [`${filterNames[key]}:${values.map(quoteIfNeeded).join(',')}`]
  const parts = [
    'visibility',
    // An unknown engine needs its filter name, so that it isn't taken for another word.
    ...engines.map((engine) => (engineNamed(engine) === engine ? engine : `engine:${quoteIfNeeded(engine)}`)),
    escaped(periodText(args)),
    ...brands.map(quoted),
    ...listFilters.flatMap((key) =>
      named(key, enumerated.has(key) ? filters[key].map(lowerCase) : filters[key]),
    ),
    ...(filters.neutralsOnly ? [`${filterNames.neutralsOnly}:yes`] : []),
    ...(filters.search === null ? [] : [`${filterNames.search}:${quoted(filters.search)}`]),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Whether any filter is set. */
export function isNarrowed(filters: BrandFilters): boolean {
  return filters.neutralsOnly || filters.search !== null || listFilters.some((key) => filters[key].length > 0)
}

/** A value as typed: quoted unless it is one plain word. */
export function quoteIfNeeded(value: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(value) ? value : quoted(value)
}

/** A word as it was typed, for the text of a correction. */
export function typedWord({ text, quoted: isName, named }: Word): string {
  if (named !== undefined) return `${named.name}:${named.values.map(quoteIfNeeded).join(',')}`
  return isName ? quoted(text) : text
}

/** The text of words, with some of them replaced. */
export function withReplaced(words: readonly Word[], at: number, count: number, instead: string): string {
  const [before, after] = [words.slice(0, at), words.slice(at + count)].map((some) => some.map(typedWord))
  return [...(before ?? []), instead, ...(after ?? [])].filter((word) => word !== '').join(' ')
}

/** Quote pairs; usable if the closing one is not in the name. */
const pairs = ['""', '“”', '«»', '‘’', "''", '„“'] as const

/** A quoted name. If it contains every closing quote, its straight quotes become apostrophes; no typed name does. */
export function quoted(value: string): string {
  const pair = pairs.find(([, close]) => close !== undefined && !value.includes(close))
  if (pair !== undefined) return `${pair[0]}${escaped(value)}${pair[1]}`
  return /[\s,]/u.test(value) || '"“„«\'‘'.includes(value.charAt(0))
    ? `"${escaped(value.replaceAll('"', "'"))}"`
    : escaped(value)
}

/** Escapes text that Slack would take for a link, a mention or an escape. */
function escaped(text: string): string {
  return text.replace(/&(?=(?:amp|lt|gt);)/gu, '&amp;').replace(/<(?=https?:|mailto:|[#@!])/gu, '&lt;')
}

function lowerCase(value: string): string {
  return value.toLowerCase()
}

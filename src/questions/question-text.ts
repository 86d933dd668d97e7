/** A visibility question and its typed text, which the buttons of an answer carry. `read.ts` parses the text. */

import {
  type FilterKey,
  filterNames,
  isCalendarPeriod,
  listFilters,
  noFilters,
  type Question,
  type Relation,
} from '../model/question.ts'
import type { MetricName, ReportPeriod } from '../model/reports.ts'
import { engineNamed } from './engines.ts'
import type { Word } from './tokenizer.ts'

export const emptyArgs: Question = { engines: [], unit: null, when: null, brands: [], filters: noFilters }

/** Filters written in lower case: the service's enumerations, not ids. */
const enumerated: ReadonlySet<FilterKey> = new Set(['competitorTypes', 'keywordTypes', 'funnelStages'])

/** The same question with a fixed period, so that a button's meaning doesn't change over time. */
export function withFixedPeriod(args: Question, period: ReportPeriod): Question {
  return { ...args, ...fixedDays(period) }
}

/** Days, months and years by their date, weeks by their Monday, ranges by both ends. */
export function fixedDays(period: ReportPeriod): Pick<Question, 'unit' | 'when'> {
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

/** What is asked, as typed: the words of a metric, and of a relation before its brands. */
export const metricWords: Readonly<Record<MetricName, string>> = {
  visibility: '',
  presence: 'presence',
  averageRanking: 'average ranking',
  mentions: 'mentions',
  shareOfVoice: 'share of voice',
}
/** Relations to a brand, which is named after them. */
export const comparing: ReadonlySet<Relation> = new Set(['ahead', 'behind', 'against'])
export const relationWords: Readonly<Record<Relation, string>> = {
  ahead: 'ahead of',
  behind: 'behind',
  against: 'vs',
  leader: 'leader',
  second: 'second',
  third: 'third',
  overtakes: 'overtakes',
  up: 'risers',
  down: 'fallers',
  significance: 'significance',
  noise: 'noise',
}

/** A verb that takes engines and a period, as typed after `/sightline `. */
export function verbText(
  verb: string,
  { engines, unit, when }: Pick<Question, 'engines' | 'unit' | 'when'>,
): string {
  return [verb, ...engines.map(quoteIfNeeded), periodText({ unit, when })].join(' ').trimEnd()
}

/** The period as text: `last month`, `week 2026-11-09`; empty without one. */
export function periodText({ unit, when }: Pick<Question, 'unit' | 'when'>): string {
  return [unit, when].filter((part) => part !== null).join(' ')
}

/** As typed after `/sightline `. Parsing it returns the same question (`readVisibilityText`). */
export function argsText(args: Question): string {
  const { engines, brands, filters, metric, relation } = args
  const named = (key: FilterKey, values: readonly string[]) =>
    values.length === 0 ? [] : [`${filterNames[key]}:${values.map(quoteIfNeeded).join(',')}`]
  const parts = [
    'visibility',
    metric === undefined ? '' : metricWords[metric],
    // An unknown engine needs its filter name, so that it isn't taken for another word.
    ...engines.map((engine) => (engineNamed(engine) === engine ? engine : `engine:${quoteIfNeeded(engine)}`)),
    escaped(periodText(args)),
    relation === undefined || (brands.length === 0 && comparing.has(relation)) ? '' : relationWords[relation],
    ...brands.map(quoted),
    ...listFilters.flatMap((key) =>
      named(key, enumerated.has(key) ? filters[key].map((value) => value.toLowerCase()) : filters[key]),
    ),
    ...(filters.neutralsOnly ? [`${filterNames.neutralsOnly}:yes`] : []),
    ...(filters.search === null ? [] : [`${filterNames.search}:${quoted(filters.search)}`]),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

export function quoteIfNeeded(value: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(value) ? value : quoted(value)
}

export function typedWord({ text, quoted: isName, named }: Word): string {
  if (named !== undefined) return `${named.name}:${named.values.map(quoteIfNeeded).join(',')}`
  return isName ? quoted(text) : text
}

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

export function whyText({ relation, ...args }: Question): string {
  const isOfOthers = relation && (comparing.has(relation) || relation === 'up' || relation === 'down')
  return argsText(isOfOthers ? { ...args, relation } : args).replace(/^visibility/, 'why')
}

/** Escapes text that Slack would take for a link, a mention or an escape. */
function escaped(text: string): string {
  return text.replace(/&(?=(?:amp|lt|gt);)/gu, '&amp;').replace(/<(?=https?:|mailto:|[#@!])/gu, '&lt;')
}

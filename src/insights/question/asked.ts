/** A visibility question as a person types it, and back: the text is what the buttons of its answer carry. */

import type { BrandFilters, PeriodUnit, ReportPeriod } from '../../model/reports.ts'
import { noFilters } from '../brand-query.ts'
import { isCalendarPeriod } from '../periods.ts'

/** What is asked for, before it is known which days "last week" are. */
export interface VisibilityAsked {
  /** Engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range, e.g. `last month`, `2026-10`, `2026-10-01..2026-10-15`. */
  readonly when: string | null
  /** Brands to compare with; empty: all. */
  readonly brands: readonly string[]
  readonly filters: BrandFilters
}

/** Everything of the last complete week. */
export const nothingAsked: VisibilityAsked = {
  engines: [],
  unit: null,
  when: null,
  brands: [],
  filters: noFilters,
}

/** A text read as a question, or what is wrong with it. */
export type VisibilityReading =
  | { readonly ok: true; readonly asked: VisibilityAsked }
  | {
      readonly ok: false
      /** For the person who wrote it. */
      readonly sentence: string
      /** The whole text, mended, if it is known how. */
      readonly suggestion: string | null
    }

export type FilterKey = keyof BrandFilters

/** What each filter is called before its colon. */
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

/** The filters that take a list of values, in the order in which they are written. */
const lists = [
  'competitorTypes',
  'keywordTypes',
  'funnelStages',
  'personas',
  'topics',
  'thematics',
  'strengths',
  'weaknesses',
] as const satisfies readonly FilterKey[]

/** Whose values are written in small letters: the service's own words, and not ids. */
const enumerated: ReadonlySet<FilterKey> = new Set(['competitorTypes', 'keywordTypes', 'funnelStages'])

/** The same question about this very period, so that a button means next week what it means today. */
export function pinned(asked: VisibilityAsked, period: ReportPeriod): VisibilityAsked {
  return { ...asked, ...daysOf(period) }
}

/** `month` by its name, and so on: whatever has one; a range and a week by their days. */
function daysOf(period: ReportPeriod): Pick<VisibilityAsked, 'unit' | 'when'> {
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

/** The period in words: `last month`, `week 2026-11-09`; empty where none is named. */
export function periodText({ unit, when }: Pick<VisibilityAsked, 'unit' | 'when'>): string {
  return [unit, when].filter((part) => part !== null).join(' ')
}

/**
 * The question in its plainest form, as it would be typed after `/sightline `. Reading it gives the same question
 * again (`commands/visibility-args.ts`).
 */
export function askedText(asked: VisibilityAsked): string {
  const { engines, brands, filters } = asked
  const named = (key: FilterKey, values: readonly string[]) =>
    values.length === 0 ? [] : [`${filterNames[key]}:${values.map(written).join(',')}`]
  const parts = [
    'visibility',
    ...engines,
    escaped(periodText(asked)),
    ...brands.map(quoted),
    ...lists.flatMap((key) => named(key, enumerated.has(key) ? filters[key].map(small) : filters[key])),
    ...(filters.neutralsOnly ? [`${filterNames.neutralsOnly}:yes`] : []),
    ...(filters.search === null ? [] : [`${filterNames.search}:${quoted(filters.search)}`]),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Whether the answers that count are narrowed at all. */
export function isNarrowed(filters: BrandFilters): boolean {
  return filters.neutralsOnly || filters.search !== null || lists.some((key) => filters[key].length > 0)
}

/** A value as it is typed: in quotes, unless it is one plain word. */
export function written(value: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(value) ? value : quoted(value)
}

/** Quotes of which the closing one is not in the name; an opening one inside harms nothing. */
const pairs = ['""', '“”', '«»', '‘’', "''", '„“'] as const

/**
 * A name in quotes. What was typed never holds every closing quote and a space; of a name from elsewhere that does,
 * the straight quotes become apostrophes.
 */
export function quoted(value: string): string {
  const pair = pairs.find(([, close]) => close !== undefined && !value.includes(close))
  if (pair !== undefined) return `${pair[0]}${escaped(value)}${pair[1]}`
  return /[\s,]/u.test(value) || '"“„«\'‘'.includes(value.charAt(0))
    ? `"${escaped(value.replaceAll('"', "'"))}"`
    : escaped(value)
}

/** Text as Slack hands it over, where it would else be taken for a link, a mention or an escape of Slack's. */
function escaped(text: string): string {
  return text.replace(/&(?=(?:amp|lt|gt);)/gu, '&amp;').replace(/<(?=https?:|mailto:|[#@!])/gu, '&lt;')
}

function small(value: string): string {
  return value.toLowerCase()
}

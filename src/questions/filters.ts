import { COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES } from '../api/schemas.ts'
import { plain } from '../lib/strings.ts'
import { type FilterKey, filterNames } from '../model/question.ts'
import { wordPairs } from './word-lists.ts'

/** What can precede a colon: a filter, or something that also works without a name. */
export type OptionName = FilterKey | 'engines' | 'brands' | 'period'

/** The names of each; we write the first one. */
const names: Readonly<Record<OptionName, readonly string[]>> = {
  engines: ['engine', 'engines', 'source', 'sources'],
  brands: ['brand', 'brands', 'vs', 'versus', 'against', 'competitor', 'competitors'],
  period: ['period', 'date', 'dates', 'when', 'unit'],
  competitorTypes: [
    filterNames.competitorTypes,
    'sites',
    'site type',
    'type',
    'types',
    'competitor type',
    'competitor types',
  ],
  keywordTypes: [filterNames.keywordTypes, 'keywords', 'keyword type', 'keyword types'],
  funnelStages: [filterNames.funnelStages, 'funnel stage', 'funnel stages', 'stage', 'stages'],
  personas: [filterNames.personas, 'personas', 'persona id', 'persona ids'],
  topics: [filterNames.topics, 'topics', 'topic id', 'topic ids'],
  thematics: [filterNames.thematics, 'themes', 'thematic', 'thematics'],
  strengths: [filterNames.strengths, 'strengths', 'strength id', 'strength ids', 'pro', 'pros'],
  weaknesses: [filterNames.weaknesses, 'weaknesses', 'weakness id', 'weakness ids', 'con', 'cons'],
  neutralsOnly: [filterNames.neutralsOnly, 'neutrals', 'get neutrals', 'neutrals only', 'neutral only'],
  search: [filterNames.search, 'search query', 'query', 'find'],
}

const byName = new Map(
  Object.entries(names).flatMap(([named, all]) =>
    all.map((name): [string, OptionName] => [plain(name), named as OptionName]),
  ),
)

/** One-word names before a colon, to find the nearest match. */
export const writtenNames: readonly string[] = Object.values(names).flatMap((all) =>
  all.filter((name) => !name.includes(' ')),
)

export function optionNamed(name: string): OptionName | null {
  return byName.get(plain(name)) ?? null
}

export const exampleOf: Readonly<Record<OptionName, string>> = {
  engines: 'engine:ChatGPT',
  brands: 'brand:"Acme"',
  period: 'period:"last month"',
  competitorTypes: 'site:comparison_site',
  keywordTypes: 'keyword:brand',
  funnelStages: 'funnel:tofu',
  personas: 'persona:"Head of IT"',
  topics: 'topic:onboarding',
  thematics: 'theme:"Pricing pages"',
  strengths: 'strength:<id>',
  weaknesses: 'weakness:<id>',
  neutralsOnly: 'neutral:yes',
  search: 'search:"crm"',
}

/** The filters whose values the service enumerates, with a word that may follow a value: `review sites`. */
const enumerations = {
  competitorTypes: { values: COMPETITOR_TYPES, noun: 'sites' },
  keywordTypes: { values: KEYWORD_TYPES, noun: 'keywords' },
  funnelStages: { values: FUNNEL_STAGES, noun: 'funnel' },
} as const
type Enumerated = keyof typeof enumerations

/** A value for comparison: only its letters, without the "or" of its label. */
function key(value: string): string {
  return value
    .toLowerCase()
    .replace(/\b(?:or|and)\b/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A part of the answers, as people call it, and the value of a filter for it. */
export interface Segment {
  readonly filter: Enumerated
  readonly value: string
}

export const segments: ReadonlyMap<string, Segment> = new Map(
  wordPairs(import.meta.dirname, 'segments').map(([text, meaning]) => {
    const [filter, value = ''] = meaning.split(' ')
    return [text, { filter: filter as Enumerated, value }]
  }),
)

const valueByWord = new Map(
  [
    ...[...segments].map(([text, { filter, value }]) => [filter, text, value] as const),
    ...(Object.keys(enumerations) as Enumerated[]).flatMap((filter) =>
      enumerations[filter].values.map((value) => [filter, value, value] as const),
    ),
  ].map(([filter, word, value]) => [`${filter} ${key(word)}`, value]),
)

export function isEnumerated(named: OptionName): named is Enumerated {
  return Object.hasOwn(enumerations, named)
}

/** The service's value for a word, ignoring case, spaces, dashes and underscores. */
export function valueNamed(named: Enumerated, word: string): string | null {
  const typed = `${named} ${key(word)}`
  return valueByWord.get(typed) ?? valueByWord.get(`${typed}${enumerations[named].noun}`) ?? null
}

export function valuesOf(named: Enumerated): readonly string[] {
  return enumerations[named].values.map((value) => value.toLowerCase())
}

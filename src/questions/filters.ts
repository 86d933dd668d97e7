import { COMPETITOR_TYPES, FUNNEL_STAGES, KEYWORD_TYPES } from '../api/enums.ts'
import { plain } from '../lib/typed.ts'
import { type FilterKey, filterNames } from '../model/filters.ts'

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

/** A working example for each name. */
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

/** An enumeration value for comparison: only its letters, without the "or" of its label. */
function key(value: string): string {
  return value
    .toLowerCase()
    .replace(/\b(?:or|and)\b/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Synonyms of the service's values, keyed by `key`. */
const otherWords = {
  competitorTypes: {
    branded: 'BRANDED_WEBSITE',
    brandsite: 'BRANDED_WEBSITE',
    community: 'COMMUNITY_HELP_CENTER',
    helpcenter: 'COMMUNITY_HELP_CENTER',
    comparison: 'COMPARISON_SITE',
    government: 'GOVERNMENT_ACADEMIC',
    academic: 'GOVERNMENT_ACADEMIC',
    influencer: 'INFLUENCER_CREATOR_BLOG',
    creator: 'INFLUENCER_CREATOR_BLOG',
    news: 'NEWS_MEDIA',
    media: 'NEWS_MEDIA',
    review: 'PRODUCT_REVIEW_SITE',
    reviews: 'PRODUCT_REVIEW_SITE',
    reviewsite: 'PRODUCT_REVIEW_SITE',
    productreview: 'PRODUCT_REVIEW_SITE',
    qa: 'QA_FORUM',
    forum: 'QA_FORUM',
    retail: 'RETAIL_ECOMMERCE',
    ecommerce: 'RETAIL_ECOMMERCE',
    shop: 'RETAIL_ECOMMERCE',
    specialist: 'SPECIALIST_BLOG',
    wiki: 'WIKI_ENCYCLOPEDIA',
    encyclopedia: 'WIKI_ENCYCLOPEDIA',
  },
  keywordTypes: { branded: 'Brand', unbranded: 'Generic', nonbrand: 'Generic', nonbranded: 'Generic' },
  funnelStages: {
    top: 'ToFu',
    topoffunnel: 'ToFu',
    middle: 'MoFu',
    middleoffunnel: 'MoFu',
    bottom: 'BoFu',
    bottomoffunnel: 'BoFu',
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

type Enumerated = keyof typeof otherWords

const values: Readonly<Record<Enumerated, readonly string[]>> = {
  competitorTypes: COMPETITOR_TYPES,
  keywordTypes: KEYWORD_TYPES,
  funnelStages: FUNNEL_STAGES,
}

function wordsOf(named: Enumerated): ReadonlyMap<string, string> {
  return new Map([
    ...values[named].map((value): [string, string] => [key(value), value]),
    ...Object.entries<string>(otherWords[named]),
  ])
}

const valueByWord: Readonly<Record<Enumerated, ReadonlyMap<string, string>>> = {
  competitorTypes: wordsOf('competitorTypes'),
  keywordTypes: wordsOf('keywordTypes'),
  funnelStages: wordsOf('funnelStages'),
}

export function isEnumerated(named: OptionName): named is Enumerated {
  return Object.hasOwn(values, named)
}

/** The service's value for a word, ignoring case, spaces, dashes and underscores. */
export function valueNamed(named: Enumerated, word: string): string | null {
  return valueByWord[named].get(key(word)) ?? null
}

/** All values of an enumeration, in our spelling. */
export function valuesOf(named: Enumerated): readonly string[] {
  return values[named].map((value) => value.toLowerCase())
}

/** The filter with this value, for a word typed without its filter. */
export function filterWithValue(word: string): string | null {
  for (const named of Object.keys(values) as Enumerated[]) {
    const value = valueNamed(named, word)
    if (value !== null) return `${filterNames[named]}:${value.toLowerCase()}`
  }
  return null
}

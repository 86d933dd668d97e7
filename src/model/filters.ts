/** The filters of the brand table: their names, and the channel's names for their ids. */
import type { FilterName } from '../store/index.ts'
import type { BrandFilters, NamedFilters } from './reports.ts'

export const noFilters: BrandFilters = {
  competitorTypes: [],
  keywordTypes: [],
  funnelStages: [],
  personas: [],
  topics: [],
  thematics: [],
  strengths: [],
  weaknesses: [],
  neutralsOnly: false,
  search: null,
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

export function isNarrowed(filters: BrandFilters): boolean {
  return filters.neutralsOnly || filters.search !== null || listFilters.some((key) => filters[key].length > 0)
}

export type Nameable = FilterName['filter']

export const nameable = ['personas', 'topics', 'thematics'] as const satisfies readonly Nameable[]

/** The channel's name for an id; `null`: none. */
export function nameOf({ filterNames = [] }: NamedFilters, filter: Nameable, id: string): string | null {
  return filterNames.find((one) => one.filter === filter && one.id === id)?.name ?? null
}

/** The filters as people read and type them, with names instead of ids. */
export function inNames(filters: NamedFilters): BrandFilters {
  const named = (filter: Nameable) => filters[filter].map((id) => nameOf(filters, filter, id) ?? id)
  return { ...filters, personas: named('personas'), topics: named('topics'), thematics: named('thematics') }
}

import { dimensionOf, dimensionValue } from '../../blocks/digests/digest-form.ts'
import { fitsOption } from '../../blocks/forms/choice.ts'
import type { DigestDraft } from '../../model/digest.ts'
import { nameable } from '../../model/filters.ts'
import type { Question } from '../../model/question.ts'
import { readTypedFilters } from '../../questions/read.ts'
import { filterText, readStored } from './filter-names.ts'

/** The form's fields for filters. */
type FilterFields = Pick<
  DigestDraft,
  'engines' | 'brands' | 'siteTypes' | 'keywordTypes' | 'funnelStages' | 'dimensions' | 'filters'
>

/** A digest's stored filters as its form holds them. Values that don't fit into a list stay in the text field. */
export function filterFieldsOf(stored: string): FilterFields {
  const read = readStored(stored)
  if (!read.ok) return { ...noFields, filters: stored }
  const { args } = read
  const { engines, brands, filters } = args
  const fits = (filter: (typeof nameable)[number], id: string) => fitsOption(dimensionValue(filter, id))
  const unfit = byFilter((filter) => filters[filter].filter((id) => !fits(filter, id)))
  return {
    engines: engines.filter(fitsOption),
    brands: brands.filter(fitsOption),
    siteTypes: filters.competitorTypes,
    keywordTypes: filters.keywordTypes,
    funnelStages: filters.funnelStages,
    dimensions: nameable.flatMap((filter) =>
      filters[filter].filter((id) => fits(filter, id)).map((id) => dimensionValue(filter, id)),
    ),
    filters: filterText({
      ...args,
      engines: engines.filter((engine) => !fitsOption(engine)),
      brands: brands.filter((brand) => !fitsOption(brand)),
      filters: { ...filters, competitorTypes: [], keywordTypes: [], funnelStages: [], ...unfit },
    }),
  }
}

/**
 * The fields' filters, as typed after `/sightline visibility`; or why the typed ones can't be read.
 * @param newEngines engines that the service has but this version doesn't know
 */
export function filtersOf(
  fields: FilterFields,
  newEngines: readonly string[],
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string } {
  const read = readTypedFilters(fields.filters, newEngines)
  if (!read.ok) return read
  const { args: typed } = read
  const { filters } = typed
  const dimensions = fields.dimensions.flatMap((value) => dimensionOf(value) ?? [])
  const chosen = byFilter((filter) => [
    ...new Set([...dimensions.flatMap((one) => (one.filter === filter ? [one.id] : [])), ...filters[filter]]),
  ])
  const merged: Question = {
    ...typed,
    engines: [...new Set([...fields.engines, ...typed.engines])],
    brands: distinct([...fields.brands, ...typed.brands]),
    filters: {
      ...filters,
      competitorTypes: [...new Set([...fields.siteTypes, ...filters.competitorTypes])],
      keywordTypes: [...new Set([...fields.keywordTypes, ...filters.keywordTypes])],
      funnelStages: [...new Set([...fields.funnelStages, ...filters.funnelStages])],
      ...chosen,
    },
  }
  return { ok: true, text: filterText(merged) }
}

const noFields: Omit<FilterFields, 'filters'> = {
  engines: [],
  brands: [],
  siteTypes: [],
  keywordTypes: [],
  funnelStages: [],
  dimensions: [],
}

const byFilter = (valuesOf: (filter: (typeof nameable)[number]) => readonly string[]) => ({
  personas: valuesOf('personas'),
  topics: valuesOf('topics'),
  thematics: valuesOf('thematics'),
})

/** Brand names ignore case. */
function distinct(brands: readonly string[]): readonly string[] {
  const lower = brands.map((brand) => brand.toLowerCase())
  return brands.filter((_, index) => lower.indexOf(lower[index] ?? '') === index)
}

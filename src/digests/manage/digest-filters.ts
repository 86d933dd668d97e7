import { dimensionOf, dimensionValue } from '../../blocks/digests/digest-form-filters.ts'
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
  const unfit = (filter: (typeof nameable)[number]) => filters[filter].filter((id) => !fits(filter, id))
  const isUnfit = (value: string) => !fitsOption(value)
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
      engines: engines.filter(isUnfit),
      brands: brands.filter(isUnfit),
      filters: {
        ...filters,
        competitorTypes: [],
        keywordTypes: [],
        funnelStages: [],
        personas: unfit('personas'),
        topics: unfit('topics'),
        thematics: unfit('thematics'),
      },
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
  const chosen = (filter: (typeof nameable)[number]) => [
    ...new Set([...idsOf(dimensions, filter), ...filters[filter]]),
  ]
  const merged: Question = {
    ...typed,
    engines: [...new Set([...fields.engines, ...typed.engines])],
    brands: distinct([...fields.brands, ...typed.brands]),
    filters: {
      ...filters,
      competitorTypes: [...new Set([...fields.siteTypes, ...filters.competitorTypes])],
      keywordTypes: [...new Set([...fields.keywordTypes, ...filters.keywordTypes])],
      funnelStages: [...new Set([...fields.funnelStages, ...filters.funnelStages])],
      personas: chosen('personas'),
      topics: chosen('topics'),
      thematics: chosen('thematics'),
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

function idsOf(
  dimensions: readonly NonNullable<ReturnType<typeof dimensionOf>>[],
  filter: (typeof nameable)[number],
): readonly string[] {
  return dimensions.filter((one) => one.filter === filter).map(({ id }) => id)
}

/** Brand names ignore case. */
function distinct(brands: readonly string[]): readonly string[] {
  const lower = brands.map((brand) => brand.toLowerCase())
  return brands.filter((_, index) => lower.indexOf(lower[index] ?? '') === index)
}

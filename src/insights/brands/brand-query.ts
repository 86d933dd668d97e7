import type { BrandsQuery } from '../../api/index.ts'
import { noFilters } from '../../model/filters.ts'
import { isCalendarPeriod } from '../../model/period.ts'
import type { BrandFilters, ReportPeriod } from '../../model/reports.ts'

/**
 * The query for all brands of a period (specification, part 4.4), best visibility first. Only a custom range sends
 * its end: by default the service uses the end of the period that contains the start.
 */
export function brandQuery(
  period: ReportPeriod,
  engines: readonly string[],
  filters: BrandFilters = noFilters,
): BrandsQuery {
  return {
    date_start: period.start,
    ...(isCalendarPeriod(period) ? {} : { date_end: period.end }),
    period: period.unit,
    ...(engines.length > 0 ? { sources: engines } : {}),
    ...narrowing(filters),
    sort_column: 'visibility_score',
    sort_direction: 'desc',
  }
}

/** The active filters, with the service's names. */
function narrowing(filters: BrandFilters): Partial<BrandsQuery> {
  const lists = {
    competitor_types: filters.competitorTypes,
    keyword_type: filters.keywordTypes,
    funnel_stages: filters.funnelStages,
    persona_ids: filters.personas,
    topic_ids: filters.topics,
    thematics: filters.thematics,
    strength_ids: filters.strengths,
    weakness_ids: filters.weaknesses,
  }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    // The meaning of `false` is unspecified, so it is never sent.
    ...(filters.neutralsOnly ? { get_neutrals: true } : {}),
    ...(filters.search === null ? {} : { search_query: filters.search }),
  }
}

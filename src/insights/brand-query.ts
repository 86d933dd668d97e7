import type { BrandsQuery } from '../api/index.ts'
import type { ReportPeriod } from './model.ts'
import { isCalendarPeriod } from './periods.ts'

/**
 * The query for all brands of a period (specification, part 4.4), best visibility first. The end is said only for a
 * custom range: otherwise it is the service's default, the end of the period that holds the start.
 */
export function brandQuery(period: ReportPeriod, engines: readonly string[]): BrandsQuery {
  return {
    date_start: period.start,
    ...(isCalendarPeriod(period) ? {} : { date_end: period.end }),
    period: period.unit,
    ...(engines.length > 0 ? { sources: engines } : {}),
    sort_column: 'visibility_score',
    sort_direction: 'desc',
  }
}

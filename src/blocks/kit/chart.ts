import { isPercent } from '../../lib/typed.ts'
import type { BrandStanding, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { barChart, type Chart } from './bars.ts'
import { isNumber, type MetricForm, visibilityForm } from './numbers.ts'

/** A report's chart: by default, the own brand beside the five most visible others. */

const maxRivals = 5

/** The week before the previous one. */
export interface EarlierWeek {
  readonly period: ReportPeriod
  readonly scoreOf: (brand: string) => number | null
}

/**
 * A bar chart of one metric, this period beside the previous one. Only this period is drawn if the own brand (or the
 * first brand, if there is no own one) has no previous value.
 * @param brands drawn in this order
 * @returns `null` if there is nothing to draw
 */
export function visibilityChart(
  report: VisibilityReport,
  brands: readonly BrandStanding[] = chosen(report),
  { key, label }: MetricForm = visibilityForm,
  earlier?: EarlierWeek,
): Chart | null {
  const measured = brands.filter((standing) => isNumber(standing[key].value))
  const [lead] = measured.filter(({ mine }) => mine).concat(measured)
  if (lead === undefined) return null
  return barChart(
    brands.map((standing) => ({
      name: standing.brand,
      value: standing[key].value,
      previous: standing[key].previous,
      earlier: earlier?.scoreOf(standing.brand) ?? null,
    })),
    {
      title: isPercent(lead[key].unit) ? `${label} (%)` : label,
      period: report.period,
      comparedWith: report.comparedWith,
      comparing: isNumber(lead[key].previous),
      ...(earlier === undefined ? {} : { earlier: earlier.period }),
    },
  )
}

/** In the report's order, with the own brand in its place among the others. */
function chosen({ standings, own }: VisibilityReport): readonly BrandStanding[] {
  const rivals = standings.filter((standing) => !isOwn(standing, own)).slice(0, maxRivals)
  return standings
    .filter((standing) => isOwn(standing, own) || rivals.includes(standing))
    .slice(0, maxRivals + 1)
}

function isOwn(standing: BrandStanding, ownStanding: BrandStanding | null): boolean {
  return ownStanding !== null && standing.mine && standing.brand === ownStanding.brand
}

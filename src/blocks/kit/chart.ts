/** A report's chart: by default, the own brand beside the five most visible others. */
import { isPercent } from '../../lib/is-percent.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { barChart, type Chart } from './bars.ts'
import { isNumber, type MetricForm, visibilityForm } from './numbers.ts'

const maxRivals = 5

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
): Chart | null {
  const measured = brands.filter((standing) => isNumber(standing[key].value))
  const [lead] = measured.filter(({ mine }) => mine).concat(measured)
  if (lead === undefined) return null
  return barChart(
    brands.map((standing) => ({
      name: standing.brand,
      value: standing[key].value,
      previous: standing[key].previous,
    })),
    {
      title: isPercent(lead[key].unit) ? `${label} (%)` : label,
      period: report.period,
      comparedWith: report.comparedWith,
      comparing: isNumber(lead[key].previous),
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

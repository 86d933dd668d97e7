/** Bar charts of this period beside the previous one. */

import { rounded } from '../../lib/rounded.ts'
import { isPercent } from '../../lib/strings.ts'
import type { DataVisualizationBlock } from '../../model/message.ts'
import type { BrandStanding, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { limits } from './limits.ts'
import { isNumber, type MetricForm, names, visibilityForm } from './numbers.ts'
import { shortPeriod } from './periods.ts'
import { compact } from './spans.ts'
import { clip, oneLine } from './text.ts'

/** The week before the previous one. */
export interface EarlierWeek {
  readonly period: ReportPeriod
  readonly scoreOf: (brand: string) => number | null
}

/**
 * A bar chart of one metric, this period beside the previous one. Only this period is drawn if the own brand (or the
 * first brand, if there is no own one) has no previous value. A brand without a value is omitted, never 0: `note` says
 * which ones, and why.
 * @param brands drawn in this order; by default, the own one beside the most visible others
 * @returns `null` if there is nothing to draw
 */
export function visibilityChart(
  report: VisibilityReport,
  brands: readonly BrandStanding[] = chosen(report),
  { key, label }: MetricForm = visibilityForm,
  earlier?: EarlierWeek,
): { readonly block: DataVisualizationBlock; readonly note: string | null } | null {
  const { period, comparedWith } = report
  const measured = brands.filter((brand) => isNumber(brand[key].value))
  const [lead] = measured.filter(({ mine }) => mine).concat(measured)
  if (lead === undefined) return null
  const isCompared = isNumber(lead[key].previous)
  const drawn = isCompared ? measured.filter((brand) => isNumber(brand[key].previous)) : measured
  const categories = uniqueNames(shortNames(drawn.map(({ brand }) => brand)))
  const now = shortPeriod(period)
  const days = comparedWith === null ? null : shortPeriod(comparedWith)
  const shown = (number: number | null) => rounded(number, lead[key].isFraction)
  // Two series can't have the same name.
  const before = days === null || days === now ? 'Before' : days
  const series = (name: string, numberOf: (standing: BrandStanding) => number | null) => ({
    name,
    data: drawn.map((brand, at) => ({ label: categories[at] ?? '', value: shown(numberOf(brand)) })),
  })
  const title = isPercent(lead[key].unit) ? `${label} (%)` : label
  return {
    block: {
      type: 'data_visualization',
      // With two series, their names are the periods.
      title: clip(isCompared ? title : `${title}: ${now}`, limits.chart.title),
      chart: {
        type: 'bar',
        series: compact(
          series(now, (standing) => standing[key].value),
          isCompared && series(before, (standing) => standing[key].previous),
          isCompared &&
            earlier !== undefined &&
            drawn.every(({ brand }) => isNumber(earlier.scoreOf(brand))) &&
            series(shortPeriod(earlier.period), ({ brand }) => earlier.scoreOf(brand)),
        ),
        axis_config: { categories },
      },
    },
    note: noteOf([
      [brands.filter((brand) => !measured.includes(brand)), 'no value'],
      [measured.filter((brand) => !drawn.includes(brand)), 'no previous value'],
    ]),
  }
}

function noteOf(undrawn: readonly (readonly [readonly BrandStanding[], string])[]): string | null {
  const reasons = undrawn.flatMap(([brands, reason]) => {
    const listed = brands.map(({ brand }) => brand)
    return listed.length === 0 ? [] : [`${names(listed, 6)} (${reason})`]
  })
  return reasons.length === 0 ? null : `Not in the chart: ${reasons.join(', ')}.`
}

const maxRivals = 5

/** In the report's order, with the own brand in its place among the others. */
function chosen({ standings, own }: VisibilityReport): readonly BrandStanding[] {
  const isOwn = ({ mine, brand }: BrandStanding) => mine && brand === own?.brand
  const rivals = standings.filter((standing) => !isOwn(standing)).slice(0, maxRivals)
  return standings.filter((standing) => isOwn(standing) || rivals.includes(standing))
}

/** On a phone, a longer name is cut in the middle of a word. */
const phoneName = 13

/** Long names as their first words, where these tell them apart. */
function shortNames(all: readonly string[]): string[] {
  const short = all.map((name) => {
    const words = oneLine(name, limits.chart.name).split(' ')
    const fitting = words.filter((_, index) => words.slice(0, index + 1).join(' ').length <= phoneName)
    return fitting.length === 0 ? name : fitting.join(' ')
  })
  return all.map((name, index) => {
    const one = short[index] ?? name
    return short.filter((other) => other === one).length === 1 ? one : name
  })
}

/** Categories must be unique, and two long names may become equal once they are clipped. */
export function uniqueNames(all: readonly string[]): string[] {
  const taken = new Set<string>()
  return all.map((full) => {
    const name = oneLine(full, limits.chart.name, '(unnamed)')
    let unique = name
    for (let number = 2; taken.has(unique); number += 1)
      unique = `${clip(name, limits.chart.name - 3)} ${number}`
    taken.add(unique)
    return unique
  })
}

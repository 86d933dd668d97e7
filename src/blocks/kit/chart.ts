/** Bar charts of this period beside the previous one. */

import { isPercent } from '../../lib/typed.ts'
import type { DataVisualizationBlock } from '../../model/message.ts'
import type { BrandStanding, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import { limits } from './limits.ts'
import { isNumber, type MetricForm, names, visibilityForm } from './numbers.ts'
import { shortPeriod } from './periods.ts'
import { clip, oneLine } from './text.ts'

interface Bar {
  readonly name: string
  readonly value: number | null
  readonly previous: number | null
  /** The value of the period before the previous one. */
  readonly earlier?: number | null
}

interface Chart {
  readonly block: DataVisualizationBlock
  /** Which bars are not drawn, and why; `null` if all are. */
  readonly note: string | null
}

/** Slack's limit. */
const maxBars = 20

/** A bar without a value is omitted, never 0, and the note says so. @returns `null` when there is nothing to draw */
export function barChart(
  bars: readonly Bar[],
  about: {
    /** What is measured, with its unit. Short enough to be followed by `: 28 Dec – 3 Jan`. */
    readonly title: string
    readonly period: ReportPeriod
    /** The days of the previous values; `null`: nothing is compared. */
    readonly comparedWith: ReportPeriod | null
    /** Whether to draw the previous period as well; by default, if any bar has a previous value. */
    readonly comparing?: boolean
    /** The days of the earlier values, which are drawn if all bars have one; omitted: none. */
    readonly earlier?: ReportPeriod
  },
): Chart | null {
  const measured = bars.filter(({ value }) => isNumber(value))
  const comparing = about.comparing ?? measured.some(({ previous }) => isNumber(previous))
  const drawable = comparing ? measured.filter(({ previous }) => isNumber(previous)) : measured
  const drawn = drawable.slice(0, maxBars)
  if (drawn.length === 0) return null
  const categories = uniqueNames(shortNames(drawn.map(({ name }) => name)))
  const now = shortPeriod(about.period)
  const days = about.comparedWith === null ? null : shortPeriod(about.comparedWith)
  // Two series can't have the same name.
  const before = days === null || days === now ? 'Before' : days
  const { earlier } = about
  const points = (pick: (bar: Bar) => number | null) =>
    drawn.map((bar, index) => ({ label: categories[index] ?? '', value: rounded(pick(bar)) }))
  return {
    block: {
      type: 'data_visualization',
      // With two series, their names are the periods.
      title: clip(comparing ? about.title : `${about.title}: ${now}`, limits.chart.title),
      chart: {
        type: 'bar',
        series: [
          { name: now, data: points(({ value }) => value) },
          ...(comparing ? [{ name: before, data: points(({ previous }) => previous) }] : []),
          ...(comparing && earlier !== undefined && drawn.every((bar) => isNumber(bar.earlier ?? null))
            ? [{ name: shortPeriod(earlier), data: points((bar) => bar.earlier ?? null) }]
            : []),
        ],
        axis_config: { categories },
      },
    },
    note: noteOf([
      [bars.filter((bar) => !measured.includes(bar)), 'no value'],
      [measured.filter((bar) => !drawable.includes(bar)), 'no previous value'],
      [drawable.slice(maxBars), 'no room'],
    ]),
  }
}

function noteOf(undrawn: readonly (readonly [readonly Bar[], string])[]): string | null {
  const parts = undrawn
    .filter(([bars]) => bars.length > 0)
    .map(
      ([bars, reason]) =>
        `${names(
          bars.map(({ name }) => name),
          6,
        )} (${reason})`,
    )
  return parts.length === 0 ? null : `Not in the chart: ${parts.join(', ')}.`
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

export function rounded(value: number | null): number {
  const number = value ?? 0
  return Math.abs(number) < 1e12 ? Math.round(number * 10) / 10 + 0 : number
}

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

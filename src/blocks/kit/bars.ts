/** A bar chart of this period beside the previous one. */

import type { DataVisualizationBlock } from '../../model/message.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { limits } from './limits.ts'
import { isNumber, names } from './numbers.ts'
import { shortPeriod } from './periods.ts'
import { clip, oneLine } from './text.ts'

interface Bar {
  readonly name: string
  readonly value: number | null
  readonly previous: number | null
}

export interface Chart {
  readonly block: DataVisualizationBlock
  /** Which bars are not drawn, and why; `null` if all are. */
  readonly note: string | null
}

/** Slack's limit. */
const maxBars = 20

/**
 * A missing value is never drawn as 0: a bar without one is omitted, and the note says so.
 * @returns `null` when there is nothing to draw
 */
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

/** The chart of a report: the own brand beside the five most visible others. */
import type { BrandStanding, VisibilityReport } from '../insights/model.ts'
import { limits } from './limits.ts'
import type { DataVisualizationBlock } from './message.ts'
import { isNumber, isPercent, names } from './numbers.ts'
import { unitWords } from './periods.ts'
import { clip, oneLine } from './text.ts'

export interface Chart {
  readonly block: DataVisualizationBlock
  /** Which brands belong into the chart and can't be drawn, and why; `null` when all of them are. */
  readonly note: string | null
}

const others = 5

/**
 * A bar chart of visibility, this period beside the previous one.
 * A missing value is never drawn as 0: a brand without one is left out, and the note says so. Where the own brand (or
 * the leader) has no previous value, only this period is drawn.
 * @returns `null` when there is nothing to draw
 */
export function visibilityChart(report: VisibilityReport): Chart | null {
  const wanted = chosen(report)
  const measured = wanted.filter(({ visibility }) => isNumber(visibility.value))
  const [lead] = measured.filter(({ mine }) => mine).concat(measured)
  if (lead === undefined) return null
  const comparing = isNumber(lead.visibility.previous)
  const drawn = comparing ? measured.filter(({ visibility }) => isNumber(visibility.previous)) : measured
  const categories = uniqueNames(drawn.map(({ brand }) => brand))
  const { each } = unitWords[report.period.unit]
  const points = (pick: (standing: BrandStanding) => number | null) =>
    drawn.map((standing, index) => ({ label: categories[index] ?? '', value: rounded(pick(standing)) }))
  const series = [{ name: `This ${each}`, data: points(({ visibility }) => visibility.value) }]
  if (comparing)
    series.push({ name: `Previous ${each}`, data: points(({ visibility }) => visibility.previous) })
  return {
    block: {
      type: 'data_visualization',
      title: comparing ? `Visibility, this ${each} and the previous one` : `Visibility, this ${each}`,
      chart: {
        type: 'bar',
        series,
        axis_config: {
          categories,
          y_label: isPercent(lead.visibility.unit) ? 'Visibility (%)' : 'Visibility',
        },
      },
    },
    note: noteOf(wanted, measured, drawn),
  }
}

/** By rank, as everywhere: the own brand stands where it belongs among the others. */
function chosen({ standings, own }: VisibilityReport): readonly BrandStanding[] {
  const rivals = standings.filter((standing) => !isOwn(standing, own)).slice(0, others)
  return standings
    .filter((standing) => isOwn(standing, own) || rivals.includes(standing))
    .slice(0, others + 1)
}

function isOwn(standing: BrandStanding, own: BrandStanding | null): boolean {
  return own !== null && standing.mine && standing.brand === own.brand
}

function noteOf(
  wanted: readonly BrandStanding[],
  measured: readonly BrandStanding[],
  drawn: readonly BrandStanding[],
): string | null {
  const say = (left: readonly BrandStanding[], reason: string) =>
    left.length === 0
      ? []
      : [
          `${names(
            left.map(({ brand }) => brand),
            others + 1,
          )} (${reason})`,
        ]
  const parts = [
    ...say(
      wanted.filter((standing) => !measured.includes(standing)),
      'no value',
    ),
    ...say(
      measured.filter((standing) => !drawn.includes(standing)),
      'no previous value',
    ),
  ]
  return parts.length === 0 ? null : `Not in the chart: ${parts.join(', ')}.`
}

/** Categories have to differ; two long names may be the same once they are clipped. */
function uniqueNames(brands: readonly string[]): string[] {
  const taken = new Set<string>()
  return brands.map((brand) => {
    const name = oneLine(brand, limits.chart.name, '(unnamed brand)')
    let unique = name
    for (let number = 2; taken.has(unique); number += 1)
      unique = `${clip(name, limits.chart.name - 3)} ${number}`
    taken.add(unique)
    return unique
  })
}

function rounded(value: number | null): number {
  const number = value ?? 0
  return Math.abs(number) < 1e12 ? Math.round(number * 10) / 10 + 0 : number
}

/** `data_visualization` blocks: https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
import { type Json, list, number, record, records, string } from './read.ts'
import { type Cell, type Grid, plain } from './tree.ts'

interface Series {
  readonly name: string
  /** One value per category; null if the block has none. */
  readonly values: readonly (number | null)[]
}

export type Chart =
  | { readonly kind: 'pie'; readonly title: string; readonly segments: readonly Segment[] }
  | {
      readonly kind: 'bar' | 'line' | 'area'
      readonly title: string
      readonly categories: readonly string[]
      readonly series: readonly Series[]
      readonly xLabel: string
      readonly yLabel: string
    }

interface Segment {
  readonly label: string
  readonly value: number
  /** Share of the total, 0 to 1. */
  readonly share: number
}

const kinds = ['bar', 'line', 'area'] as const

/** Reads the block. An unknown chart type is read as bars, so that its numbers are shown anyway. */
export function readChart(block: Json): Chart {
  const title = string(block.title)
  const chart = record(block.chart)
  if (chart.type === 'pie') {
    const segments = records(chart.segments).map((segment) => ({
      label: string(segment.label),
      value: Math.max(0, number(segment.value) ?? 0),
    }))
    const total = segments.reduce((sum, { value }) => sum + value, 0)
    return {
      kind: 'pie',
      title,
      segments: segments.map((segment) => ({ ...segment, share: total > 0 ? segment.value / total : 0 })),
    }
  }
  const axis = record(chart.axis_config)
  const points = records(chart.series).map((series) => ({
    name: string(series.name),
    data: new Map(records(series.data).map((point) => [string(point.label), number(point.value)])),
  }))
  const declared = list(axis.categories).map(string)
  const categories =
    declared.length > 0 ? declared : [...new Set(points.flatMap(({ data }) => [...data.keys()]))]
  return {
    kind: kinds.find((kind) => kind === chart.type) ?? 'bar',
    title,
    categories,
    series: points.map(({ name, data }) => ({
      name,
      values: categories.map((category) => data.get(category) ?? null),
    })),
    xLabel: string(axis.x_label),
    yLabel: string(axis.y_label),
  }
}

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A chart's value as text: at most two decimals, grouped thousands; `n/a` for null. */
export const formatValue = (value: number | null): string => (value === null ? 'n/a' : format.format(value))

/** A share as a percentage, e.g. `12.5%`. */
export const formatShare = (share: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** The chart's values as a table: a row for each category or segment. */
export function chartValues(chart: Chart): Grid {
  const cell = (text: string, value: number | null = null): Cell => ({ children: [plain(text)], text, value })
  const [header, rows] =
    chart.kind === 'pie'
      ? [
          ['Part', 'Value', 'Share'],
          chart.segments.map(({ label, value, share }) => [
            cell(label),
            cell(formatValue(value), value),
            cell(formatShare(share)),
          ]),
        ]
      : [
          [chart.xLabel || 'Category', ...chart.series.map(({ name }) => name)],
          chart.categories.map((category, at) => [
            cell(category),
            ...chart.series.map(({ values }) => cell(formatValue(values[at] ?? null), values[at] ?? null)),
          ]),
        ]
  return {
    caption: `${chart.title}: values`,
    header: header.map((name) => cell(name)),
    rows,
    align: header.map((_, at) => (at === 0 ? 'left' : 'right')),
    rowHeader: 0,
    pageSize: 100,
  }
}

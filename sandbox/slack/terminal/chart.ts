/** Charts as text: bars with their values, lines and areas as a table of values. */
import { type Chart, formatShare, formatValue, readChart } from '../markup/chart.ts'
import type { Json } from '../markup/read.ts'
import { type Cell, plain } from '../markup/tree.ts'
import type { Canvas } from './inline.ts'
import { displayWidth, type Line, run, wrap } from './run.ts'
import { drawGrid } from './table.ts'

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

interface Bar {
  readonly label: string
  readonly value: number | null
  readonly shown: string
}

export function drawChart(block: Json, canvas: Canvas): Line[] {
  const chart = readChart(block)
  return [
    ...wrap([run(chart.title, { bold: true })], canvas.width),
    ...drawBody(chart, canvas),
    ...axes(chart, canvas),
  ]
}

function drawBody(chart: Chart, canvas: Canvas): Line[] {
  if (chart.kind === 'pie') {
    const bars = chart.segments.map(({ label, value, share }) => ({
      label,
      value: share,
      shown: `${formatShare(share)}  (${formatValue(value)})`,
    }))
    return drawBars(bars, canvas, 0, 1)
  }
  if (chart.kind !== 'bar') return drawValues(chart, canvas)
  const peak = Math.max(
    0,
    ...chart.series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))),
  )
  const bar = (label: string, value: number | null) => ({ label, value, shown: formatValue(value) })
  const [only] = chart.series
  if (chart.series.length === 1 && only) {
    const bars = chart.categories.map((category, at) => bar(category, only.values[at] ?? null))
    return drawBars(bars, canvas, 0, peak)
  }
  return chart.categories.flatMap((category, at) => [
    ...wrap([run(category)], canvas.width),
    ...drawBars(
      chart.series.map(({ name, values }) => bar(name, values[at] ?? null)),
      canvas,
      2,
      peak,
    ),
  ])
}

/** One line a bar: label, bar to scale, value. Below zero the bar is shaded, and the value has its minus. */
function drawBars(bars: readonly Bar[], canvas: Canvas, indent: number, peak: number): Line[] {
  const shorten = (text: string, limit: number) =>
    wrap([run(text.replaceAll('\n', ' '))], limit)[0]?.[0]?.text ?? ''
  const limit = Math.max(6, Math.floor(canvas.width / 3))
  const labels = bars.map(({ label }) => shorten(label, limit))
  const labelWidth = Math.max(0, ...labels.map(displayWidth))
  const shownWidth = Math.max(0, ...bars.map(({ shown }) => displayWidth(shown)))
  const room = Math.max(4, Math.min(40, canvas.width - indent - labelWidth - shownWidth - 4))
  return bars.map(({ value, shown }, at) => {
    const label = labels[at] ?? ''
    const filled = peak > 0 && value !== null ? Math.round((Math.abs(value) / peak) * room * 8) : 0
    const full = Math.floor(filled / 8)
    const bar =
      value !== null && value < 0
        ? '░'.repeat(Math.max(1, full))
        : '█'.repeat(full) + (eighths[filled % 8] ?? '')
    return [
      run(`${' '.repeat(indent)}${label}${' '.repeat(labelWidth - displayWidth(label))}  `),
      run(bar, { tone: 'accent' }),
      run(`${bar ? ' ' : ''}${shown}`),
    ]
  })
}

function drawValues(chart: Exclude<Chart, { kind: 'pie' }>, canvas: Canvas): Line[] {
  const cell = (text: string, value: number | null = null): Cell => ({ children: [plain(text)], text, value })
  const grid = {
    caption: '',
    header: [cell(chart.xLabel), ...chart.series.map(({ name }) => cell(name))],
    rows: chart.categories.map((category, at) => [
      cell(category),
      ...chart.series.map(({ values }) => cell(formatValue(values[at] ?? null), values[at] ?? null)),
    ]),
    align: ['left' as const, ...chart.series.map(() => 'right' as const)],
    rowHeader: 0,
    pageSize: 100,
  }
  return drawGrid(grid, canvas)
}

function axes(chart: Chart, canvas: Canvas): Line[] {
  if (chart.kind === 'pie') return []
  const labels = chart.kind === 'bar' ? [chart.yLabel, chart.xLabel] : [chart.yLabel]
  const text = labels.filter(Boolean).join(' by ')
  return text ? wrap([run(text, { dim: true })], canvas.width) : []
}

/** Charts as text: bars with values, lines and areas as sparklines. */
import { type Chart, formatShare, formatValue, readChart } from '../markup/chart.ts'
import type { Json } from '../markup/read.ts'
import type { Canvas } from './flow.ts'
import { clean, displayWidth, pad, wrap } from './text.ts'

interface Bar {
  readonly label: string
  readonly value: number | null
  readonly shown: string
}

/** The most bars. */
const fewBars = 5
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const levels = '▁▂▃▄▅▆▇█'

export function drawChart(block: Json, canvas: Canvas): string[] {
  const chart = readChart(block)
  const title = wrap(clean(chart.title), canvas.width)
  if (chart.kind === 'pie') {
    const bars = chart.segments.map(({ label, value, share }) => {
      return { label, value: share, shown: `${formatShare(share)}  (${formatValue(value)})` }
    })
    return [...title, ...drawBars(bars, canvas, 1)]
  }
  return [...title, ...(chart.kind === 'bar' ? drawFirstBars(chart, canvas) : drawSparks(chart))]
}

/** One line per bar: label, bar to scale, value. Negative bars are shaded, and their values have a minus sign. */
function drawBars(bars: readonly Bar[], canvas: Canvas, peak: number): string[] {
  const most = Math.max(6, Math.floor(canvas.width / 3))
  const labels = bars.map(({ label }) => wrap(clean(label).replaceAll('\n', ' '), most)[0] ?? '')
  const labelWidth = Math.max(0, ...labels.map(displayWidth))
  const shownWidth = Math.max(0, ...bars.map(({ shown }) => displayWidth(shown)))
  const room = Math.max(4, Math.min(40, canvas.width - labelWidth - shownWidth - 4))
  return bars.map(({ value, shown }, at) => {
    const filled = peak > 0 && value !== null ? Math.round((Math.abs(value) / peak) * room * 8) : 0
    const full = Math.floor(filled / 8)
    const isBelow = value !== null && value < 0
    const bar = isBelow ? '░'.repeat(Math.max(1, full)) : '█'.repeat(full) + (eighths[filled % 8] ?? '')
    return `${pad(labels[at] ?? '', labelWidth)}  ${bar}${bar ? ' ' : ''}${shown}`
  })
}

/** Bars of the first series, followed by the other series' values. */
function drawFirstBars({ categories, series }: Exclude<Chart, { kind: 'pie' }>, canvas: Canvas): string[] {
  const [first, ...others] = series
  const bars = categories.slice(0, fewBars).map((label, at) => {
    const value = first?.values[at] ?? null
    const beside = others.map(({ name, values }) => `${clean(name)} ${formatValue(values[at] ?? null)}`)
    const shown = `${formatValue(value)}${beside.length === 0 ? '' : `  (${beside.join(', ')})`}`
    return { label, value, shown }
  })
  return drawBars(bars, canvas, Math.max(0, ...bars.map(({ value }) => Math.abs(value ?? 0))))
}

/** One line per series: a sparkline, the first value and the last. */
function drawSparks({ categories, series }: Exclude<Chart, { kind: 'pie' }>): string[] {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const level = (value: number) =>
    levels[Math.round(((value - low) / Math.max(high - low, Number.MIN_VALUE)) * (levels.length - 1))] ?? ''
  const names = series.map(({ name }) => clean(name).replaceAll('\n', ' '))
  const nameWidth = Math.max(0, ...names.map(displayWidth))
  const weeks = clean(`(${categories.at(0) ?? ''} – ${categories.at(-1) ?? ''})`).replaceAll('\n', ' ')
  return series.map(({ values }, at) => {
    const line = values.map((value) => (value === null ? ' ' : level(value))).join('')
    const [first, last] = [formatValue(values.at(0) ?? null), formatValue(values.at(-1) ?? null)]
    return `${pad(names[at] ?? '', nameWidth)}  ${line}  ${first} → ${last}  ${weeks}`
  })
}

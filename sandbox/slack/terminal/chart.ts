/** Charts as text: bars with values, lines and areas as sparklines. */
import { type Chart, formatShare, formatValue, readChart } from '../markup/chart.ts'
import type { Json } from '../markup/read.ts'
import type { Canvas } from './inline.ts'
import { displayWidth, type Line, run, wrap } from './run.ts'

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

interface Bar {
  readonly label: string
  readonly value: number | null
  readonly shown: string
}

export function drawChart(block: Json, canvas: Canvas): Line[] {
  const chart = readChart(block)
  const title = wrap([run(chart.title, { bold: true })], canvas.width)
  if (chart.kind === 'pie') return [...title, ...drawBars(chart.segments.map(segmentBar), canvas, 1)]
  return [...title, ...(chart.kind === 'bar' ? drawFirstBars(chart, canvas) : drawSparks(chart))]
}

const segmentBar = ({ label, value, share }: Extract<Chart, { kind: 'pie' }>['segments'][number]): Bar => ({
  label,
  value: share,
  shown: `${formatShare(share)}  (${formatValue(value)})`,
})

/** One line per bar: label, bar to scale, value. Negative bars are shaded, and their values have a minus sign. */
function drawBars(bars: readonly Bar[], canvas: Canvas, peak: number): Line[] {
  const shorten = (text: string, limit: number) =>
    wrap([run(text.replaceAll('\n', ' '))], limit)[0]?.[0]?.text ?? ''
  const limit = Math.max(6, Math.floor(canvas.width / 3))
  const labels = bars.map(({ label }) => shorten(label, limit))
  const labelWidth = Math.max(0, ...labels.map(displayWidth))
  const shownWidth = Math.max(0, ...bars.map(({ shown }) => displayWidth(shown)))
  const room = Math.max(4, Math.min(40, canvas.width - labelWidth - shownWidth - 4))
  return bars.map(({ value, shown }, at) => {
    const label = labels[at] ?? ''
    const filled = peak > 0 && value !== null ? Math.round((Math.abs(value) / peak) * room * 8) : 0
    const full = Math.floor(filled / 8)
    const bar =
      value !== null && value < 0
        ? '░'.repeat(Math.max(1, full))
        : '█'.repeat(full) + (eighths[filled % 8] ?? '')
    return [
      run(`${label}${' '.repeat(labelWidth - displayWidth(label))}  `),
      run(bar, { tone: 'accent' }),
      run(`${bar ? ' ' : ''}${shown}`),
    ]
  })
}

/** The most bars. */
const fewBars = 5

/** Bars of the first series, followed by the other series' values. */
function drawFirstBars({ categories, series }: Exclude<Chart, { kind: 'pie' }>, canvas: Canvas): Line[] {
  const [first, ...others] = series
  const bars = categories.slice(0, fewBars).map((label, at) => {
    const value = first?.values[at] ?? null
    const beside = others.map(({ name, values }) => `${name} ${formatValue(values[at] ?? null)}`)
    const shown = `${formatValue(value)}${beside.length === 0 ? '' : `  (${beside.join(', ')})`}`
    return { label, value, shown }
  })
  return drawBars(bars, canvas, Math.max(0, ...bars.map(({ value }) => Math.abs(value ?? 0))))
}

const levels = '▁▂▃▄▅▆▇█'

/** One line per series: a sparkline, the first value and the last. */
function drawSparks({ categories, series }: Exclude<Chart, { kind: 'pie' }>): Line[] {
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const level = (value: number) =>
    levels[Math.round(((value - low) / Math.max(high - low, Number.MIN_VALUE)) * (levels.length - 1))] ?? ''
  const labelWidth = Math.max(0, ...series.map(({ name }) => displayWidth(name)))
  return series.map(({ name, values }) => [
    run(`${name}${' '.repeat(labelWidth - displayWidth(name))}  `),
    run(values.map((value) => (value === null ? ' ' : level(value))).join(''), { tone: 'accent' }),
    run(
      `  ${formatValue(values.at(0) ?? null)} → ${formatValue(values.at(-1) ?? null)}  (${categories.at(0) ?? ''} – ${categories.at(-1) ?? ''})`,
    ),
  ])
}

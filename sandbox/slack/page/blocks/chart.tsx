/** `data_visualization` blocks: title, legend and drawing, with the same values in a table that users can open. */

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Chart, chartValues, formatShare, formatValue, readChart } from '../../markup/chart.ts'
import type { Json } from '../../markup/read.ts'
import { Table } from './grid.tsx'

// Geometry shared by the charts.

/** About `count` round numbers (1, 2, 2.5 or 5 times a power of ten) that span `low` to `high`. */
function ticks(low: number, high: number, count: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: Math.min(50, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
}

/** The approximate width in pixels of a text in the chart's font size (12 px), for reserving space. */
const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 12.5 : 6.7), 0)

/** Shortens a label to fit. The full label is in the table and the tooltip. */
function shorten(text: string, room: number): string {
  if (textWidth(text) <= room) return text
  const characters = [...text]
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > room) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Separates overlapping labels: at least `gap` apart, in order, all within `low` to `high`. */
function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at)
  let floor = low
  for (const item of order) {
    item.at = Math.max(item.at, floor)
    floor = item.at + gap
  }
  let ceiling = high
  for (const item of order.toReversed()) {
    item.at = Math.min(item.at, ceiling)
    ceiling = item.at - gap
  }
  return order.toSorted((a, b) => a.index - b.index).map(({ at }) => at)
}

// Horizontal bars: long names stay readable, and each bar shows its value.

const gap = 10

function BarChart({ chart, width }: { chart: Exclude<Chart, { kind: 'pie' }>; width: number }) {
  const { categories, series } = chart
  const grouped = series.length > 1
  const thick = grouped ? 14 : 20
  const group = series.length * (thick + 2) + gap
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0))
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const names = Math.min(width * 0.34, Math.max(20, ...categories.map(textWidth)) + 4)
  const valueRoom =
    Math.max(...series.flatMap((one) => one.values.map((value) => textWidth(formatValue(value)))), 10) + 10
  const plotLeft = names + 10 + (low < 0 ? valueRoom : 0)
  const right = width - (high > 0 ? valueRoom : 10)
  const x = (value: number) => plotLeft + ((value - low) / (high - low || 1)) * (right - plotLeft)
  const height = categories.length * group + gap / 2
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {categories.map((category, row) => {
        const top = row * group + gap / 2
        return (
          <g key={category}>
            <text
              className="name"
              x={names}
              y={top + (group - gap) / 2}
              textAnchor="end"
              dominantBaseline="central"
            >
              {shorten(category, names)}
              <title>{category}</title>
            </text>
            {series.map(({ name, values: seriesValues }, at) => (
              <Bar
                key={name}
                value={seriesValues[row] ?? null}
                zero={x(0)}
                end={x(seriesValues[row] ?? 0)}
                top={top + at * (thick + 2)}
                thick={thick}
                className={`series-${at % 6}`}
                label={grouped ? `${category}, ${name}` : category}
              />
            ))}
          </g>
        )
      })}
      <line className="axis" x1={x(0)} x2={x(0)} y1={0} y2={height} />
    </svg>
  )
}

interface BarProps {
  readonly value: number | null
  readonly zero: number
  readonly end: number
  readonly top: number
  readonly thick: number
  readonly className: string
  readonly label: string
}

function Bar({ value, zero, end, top, thick, className, label }: BarProps) {
  const below = value !== null && value < 0
  const text = formatValue(value)
  return (
    <g>
      <title>{`${label}: ${text}`}</title>
      <rect
        className={className}
        x={Math.min(zero, end)}
        y={top}
        width={Math.max(value ? 1 : 0, Math.abs(end - zero))}
        height={thick}
        rx={3}
      />
      <text
        className="value"
        x={below ? end - 6 : end + 6}
        y={top + thick / 2}
        textAnchor={below ? 'end' : 'start'}
        dominantBaseline="central"
      >
        {text}
      </text>
    </g>
  )
}

// Lines and areas over ordered categories. If there is room, the end of each line shows its name and value.

const height = 240
const top = 14
const bottom = 30

type LineChartData = Exclude<Chart, { kind: 'pie' }>

interface Point {
  readonly x: number
  readonly y: number
  readonly value: number
  readonly category: string
}

function LineChart({ chart, width }: { chart: LineChartData; width: number }) {
  const { categories, series } = chart
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null))
  const lowest = Math.min(...(all.length > 0 ? all : [0]))
  const highest = Math.max(...(all.length > 0 ? all : [1]))
  // An area starts at zero. A line chart omits zero where it would flatten the changes.
  const low = chart.kind === 'area' || lowest < (highest - lowest) * 1.5 ? Math.min(0, lowest) : lowest
  const marks = ticks(low, highest, 4)
  const [floor = 0] = marks
  const ceiling = marks.at(-1) ?? 1
  const roomy = width >= 460
  const ends = series.map(({ name, values }) => {
    const value = formatValue(values.findLast((each) => each !== null) ?? null)
    return series.length > 1 && roomy ? `${shorten(name, 100)} ${value}` : value
  })
  const plotLeft = Math.max(...marks.map((mark) => textWidth(formatValue(mark)))) + 12
  const right = width - Math.max(...ends.map(textWidth), 10) - 20
  const y = (value: number) =>
    height - bottom - ((value - floor) / (ceiling - floor || 1)) * (height - top - bottom)
  const step = categories.length > 1 ? (right - plotLeft) / (categories.length - 1) : 0
  const x = (at: number) => (categories.length > 1 ? plotLeft + at * step : (plotLeft + right) / 2)
  const lines = series.map(({ values }) =>
    values.flatMap((value, at): Point[] =>
      value === null ? [] : [{ x: x(at), y: y(value), value, category: categories[at] ?? '' }],
    ),
  )
  const labels = spread(
    lines.map((points) => points.at(-1)?.y ?? height - bottom),
    15,
    top,
    height - bottom,
  )
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {marks.map((mark) => (
        <g key={mark}>
          <line className={mark === 0 ? 'axis' : 'rule'} x1={plotLeft} x2={right} y1={y(mark)} y2={y(mark)} />
          <text className="tick" x={plotLeft - 8} y={y(mark)} textAnchor="end" dominantBaseline="central">
            {formatValue(mark)}
          </text>
        </g>
      ))}
      <Categories categories={categories} x={x} step={step} />
      {lines.map((points, at) => (
        <Line
          key={series[at]?.name}
          name={series[at]?.name ?? ''}
          points={points}
          index={at}
          base={chart.kind === 'area' ? y(Math.max(floor, Math.min(0, ceiling))) : null}
        />
      ))}
      {ends.map((label, at) => (
        <text
          key={series[at]?.name}
          className="value"
          x={right + 10}
          y={labels[at]}
          dominantBaseline="central"
        >
          {label}
        </text>
      ))}
    </svg>
  )
}

interface CategoriesProps {
  readonly categories: readonly string[]
  readonly x: (at: number) => number
  readonly step: number
}

/** Only as many category names as fit side by side. */
function Categories({ categories, x, step }: CategoriesProps) {
  const widest = Math.max(...categories.map(textWidth), 1) + 12
  const every = Math.max(1, Math.ceil(Math.min(widest, 110) / (step || widest)))
  return categories.map((category, at) =>
    at % every === 0 ? (
      <text key={category} className="tick" x={x(at)} y={height - 8} textAnchor="middle">
        {shorten(category, Math.max(every * step - 6, 40))}
        <title>{category}</title>
      </text>
    ) : null,
  )
}

interface LineProps {
  readonly name: string
  readonly points: readonly Point[]
  readonly index: number
  /** The y coordinate where an area ends; null for a line. */
  readonly base: number | null
}

function Line({ name, points, index, base }: LineProps) {
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const [first] = points
  const last = points.at(-1)
  const area =
    base !== null && first && last
      ? `${path}L${last.x.toFixed(1)} ${base}L${first.x.toFixed(1)} ${base}Z`
      : null
  const series = `series-${index % 6}`
  return (
    <g>
      {area && <path className={`area ${series}`} d={area} />}
      <path className={`line ${series}`} d={path} />
      {points.map((point) => (
        <circle key={point.category} className={series} cx={point.x} cy={point.y} r={4}>
          <title>{`${name}, ${point.category}: ${formatValue(point.value)}`}</title>
        </circle>
      ))}
    </g>
  )
}

// A ring, with the names and values of its parts beside it.

const size = 168
const outer = 80
const inner = 46

function PieChart({ chart, width }: { chart: Extract<Chart, { kind: 'pie' }>; width: number }) {
  const starts = chart.segments.map((_, at) =>
    chart.segments.slice(0, at).reduce((sum, { share }) => sum + share, 0),
  )
  return (
    <div className={width < 360 ? 'pie narrow' : 'pie'}>
      <svg
        width={size}
        height={size}
        viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
        aria-hidden="true"
      >
        {chart.segments.map(({ label, share }, at) => (
          <Slice key={label} label={label} index={at} from={starts[at] ?? 0} share={share} />
        ))}
      </svg>
      <ul className="legend column" aria-hidden="true">
        {chart.segments.map(({ label, value, share }, at) => (
          <li key={label}>
            <span className={`swatch series-${at % 6}`} />
            <span className="part">{label}</span>
            <strong>{formatShare(share)}</strong>
            <span className="amount">{formatValue(value)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SliceProps {
  readonly label: string
  readonly index: number
  /** Share of the total, 0 to 1. */
  readonly from: number
  readonly share: number
}

function Slice({ label, index, from, share }: SliceProps) {
  if (share <= 0) return null
  // An arc can't end where it begins, so a full ring stops just short of that.
  const [start, end] = [from, from + Math.min(share, 0.9999)].map((turn) => turn * 2 * Math.PI - Math.PI / 2)
  const at = (angle: number, radius: number) =>
    `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
  const [a, b] = [start ?? 0, end ?? 0]
  const large = share > 0.5 ? 1 : 0
  const path = `M${at(a, outer)}A${outer} ${outer} 0 ${large} 1 ${at(b, outer)}L${at(b, inner)}A${inner} ${inner} 0 ${large} 0 ${at(a, inner)}Z`
  return (
    <path className={`slice series-${index % 6}`} d={path}>
      <title>{`${label}: ${formatShare(share)}`}</title>
    </path>
  )
}

export function ChartBlock({ block }: { block: Json }) {
  const chart = readChart(block)
  const [open, setOpen] = useState(false)
  const title = useId()
  const table = useId()
  return (
    <figure className="chart" aria-labelledby={title}>
      <figcaption id={title}>{chart.title}</figcaption>
      {chart.kind !== 'pie' && (chart.yLabel || chart.xLabel) && (
        <p className="axes">{[chart.yLabel, chart.xLabel].filter(Boolean).join(' · ')}</p>
      )}
      {chart.kind !== 'pie' && chart.series.length > 1 && (
        <Legend names={chart.series.map(({ name }) => name)} />
      )}
      <Measured>{(width) => draw(chart, width)}</Measured>
      <button
        type="button"
        className="link small"
        aria-expanded={open}
        aria-controls={table}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide values' : 'Show values'}
      </button>
      <div id={table} className={open ? 'scroller' : 'for-readers'}>
        <Table grid={chartValues(chart)} />
      </div>
    </figure>
  )
}

function draw(chart: Chart, width: number): ReactNode {
  if (chart.kind === 'pie') return <PieChart chart={chart} width={width} />
  return chart.kind === 'bar' ? (
    <BarChart chart={chart} width={width} />
  ) : (
    <LineChart chart={chart} width={width} />
  )
}

/** The last measured width. The next chart probably has the same, and then needs only one drawing. */
let lastWidth = 560

/** Measures before the first paint and draws in real pixels, so that text keeps its size at every width. */
function Measured({ children }: { children: (width: number) => ReactNode }) {
  const [width, setWidth] = useState(lastWidth)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const take = (wide: number) => {
      lastWidth = Math.max(200, Math.floor(wide))
      setWidth(lastWidth)
    }
    take(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && take(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="drawing">
      {children(width)}
    </div>
  )
}

const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="legend">
    {names.map((name, at) => (
      <li key={name}>
        <span className={`swatch series-${at % 6}`} aria-hidden="true" />
        {name}
      </li>
    ))}
  </ul>
)

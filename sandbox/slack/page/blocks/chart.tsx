/** `data_visualization` blocks: title, legend and drawing, with the same values in a table that users can open. */
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Chart, formatShare, formatValue, readChart } from '../../markup/chart.ts'
import type { Json } from '../../markup/read.ts'
import { BarChart } from './chart-bar.tsx'
import { LineChart } from './chart-line.tsx'
import { PieChart } from './chart-pie.tsx'

export function ChartBlock({ block }: { block: Json }) {
  const chart = readChart(block)
  const [open, setOpen] = useState(false)
  const title = useId()
  const table = useId()
  return (
    <figure className="chart" aria-labelledby={title}>
      <figcaption id={title}>{chart.title}</figcaption>
      {chart.kind !== 'pie' && <Axes chart={chart} />}
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
        <ValuesTable chart={chart} />
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

type AxisChart = Exclude<Chart, { kind: 'pie' }>

function Axes({ chart }: { chart: AxisChart }) {
  const text = [chart.yLabel, chart.xLabel].filter(Boolean).join(' · ')
  return text ? <p className="axes">{text}</p> : null
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

function ValuesTable({ chart }: { chart: Chart }) {
  const [header, rows] =
    chart.kind === 'pie'
      ? [
          ['Part', 'Value', 'Share'],
          chart.segments.map(({ label, value, share }) => [label, formatValue(value), formatShare(share)]),
        ]
      : [
          [chart.xLabel || 'Category', ...chart.series.map(({ name }) => name)],
          chart.categories.map((category, at) => [
            category,
            ...chart.series.map(({ values }) => formatValue(values[at] ?? null)),
          ]),
        ]
  return (
    <table className="grid">
      <caption>{chart.title}: values</caption>
      <thead>
        <tr>
          {header.map((cell, at) => (
            <th key={`c${at.toString()}`} scope="col" className={at === 0 ? 'left' : 'right'}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, y) => (
          <tr key={`r${y.toString()}`}>
            {row.map((cell, at) =>
              at === 0 ? (
                <th key="name" scope="row" className="left">
                  {cell}
                </th>
              ) : (
                <td key={`c${at.toString()}`} className="right">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

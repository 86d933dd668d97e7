/** `data_visualization` blocks: title, legend and drawing, with the same values in a table that users can open. */
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Chart, chartValues, readChart } from '../../markup/chart.ts'
import type { Json } from '../../markup/read.ts'
import { BarChart } from './chart-bar.tsx'
import { LineChart } from './chart-line.tsx'
import { PieChart } from './chart-pie.tsx'
import { Table } from './grid.tsx'

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

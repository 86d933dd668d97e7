/** Lines and areas over ordered categories. If there is room, the end of each line shows its name and value. */
import { type Chart, formatValue } from '../../markup/chart.ts'
import { shorten, spread, textWidth, ticks } from './scale.ts'

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

export function LineChart({ chart, width }: { chart: LineChartData; width: number }) {
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

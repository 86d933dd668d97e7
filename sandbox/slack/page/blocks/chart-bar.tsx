/** Horizontal bars: long names stay readable, and each bar shows its value. */
import { type Chart, formatValue } from '../../markup/chart.ts'
import { shorten, textWidth } from './scale.ts'

const gap = 10

export function BarChart({ chart, width }: { chart: Exclude<Chart, { kind: 'pie' }>; width: number }) {
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

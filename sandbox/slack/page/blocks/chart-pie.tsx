/** A ring, with the names and values of its parts beside it. */
import { type Chart, formatShare, formatValue } from '../../markup/chart.ts'

const size = 168
const outer = 80
const inner = 46

export function PieChart({ chart, width }: { chart: Extract<Chart, { kind: 'pie' }>; width: number }) {
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

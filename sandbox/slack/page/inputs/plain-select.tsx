import type { AriaAttributes } from 'react'

interface PlainSelectProps extends AriaAttributes {
  readonly id?: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

/** The browser's own select, for what isn't part of Slack. */
export const PlainSelect = ({ options, onChange, ...attributes }: PlainSelectProps) => (
  <select className="input" {...attributes} onChange={(event) => onChange(event.target.value)}>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)

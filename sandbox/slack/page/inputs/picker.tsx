/** Date, time, and date with time. Uses the browser's own pickers, which users know. */
import { useEffect, useRef } from 'react'
import { type Json, number, string } from '../../markup/read.ts'
import { type ElementProps, naming, useElementAction } from './element-action.tsx'

/** Browsers report each part of a date while it is typed. The app gets the value after a pause of this length. */
const settleMs = 500

const kinds = {
  datepicker: { type: 'date', field: 'selected_date', name: 'Date' },
  timepicker: { type: 'time', field: 'selected_time', name: 'Time' },
  datetimepicker: { type: 'datetime-local', field: 'selected_date_time', name: 'Date and time' },
} as const

export function DateTimeField(props: ElementProps) {
  const { element, blockId, dispatches } = props
  const { state, commit, hold, dialog } = useElementAction(props)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const kind = kinds[string(element.type) as keyof typeof kinds]
  const zone = string(element.timezone)
  const onChange = (text: string) => {
    const value = kind.field === 'selected_date_time' ? unixSeconds(text) : text || null
    const next: Json = { type: element.type, [kind.field]: value }
    clearTimeout(timer.current)
    if (dispatches && element.confirm === undefined) hold(next)
    if (!dispatches) commit(next)
    else if (value !== null) timer.current = setTimeout(() => commit(next), settleMs)
  }
  const value = state?.[kind.field]
  return (
    <span className="picker">
      <input
        className="input"
        type={kind.type}
        data-block={blockId}
        value={typeof value === 'number' ? localTime(value) : string(value)}
        onChange={(event) => onChange(event.target.value)}
        {...naming(props, kind.name)}
      />
      {zone && <span className="note">{zone}</span>}
      {dialog}
    </span>
  )
}

const unixSeconds = (local: string): number | null => {
  const seconds = Math.floor(new Date(local).getTime() / 1000)
  return number(seconds)
}

/** `YYYY-MM-DDTHH:mm` in the reader's zone. */
function localTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

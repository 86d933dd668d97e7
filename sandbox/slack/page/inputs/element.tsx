/** Interactive elements by type. The simplest ones (buttons, overflow) are implemented here. */

import { useEffect, useId, useRef } from 'react'
import { type Json, number, record, records, string } from '../../markup/read.ts'
import { safeUrl } from '../../markup/tree.ts'
import { Picture, SlackIcon } from '../blocks/picture.tsx'
import { labelOf, Plain, Text } from '../blocks/text.tsx'
import { type ElementProps, naming, useElementAction } from './element-action.tsx'
import { TextField } from './field.tsx'
import { MenuButton } from './menu.tsx'
import { SelectMenu } from './select.tsx'

export function Element(props: ElementProps) {
  const type = string(props.element.type)
  if (type.endsWith('_select')) return <SelectMenu {...props} />
  switch (type) {
    case 'button':
    case 'workflow_button':
    case 'icon_button':
      return <ButtonElement {...props} />
    case 'feedback_buttons':
      return <FeedbackButtons {...props} />
    case 'overflow':
      return <OverflowMenu {...props} />
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return <DateTimeField {...props} />
    case 'checkboxes':
    case 'radio_buttons':
      return <ChoiceGroup {...props} />
    case 'image':
      return <Picture image={props.element} />
    case 'file_input':
      return <p className="note">Files can't be added in this sandbox.</p>
    default:
      return <TextField {...props} />
  }
}

const styleOf = (element: Json): string =>
  element.style === 'primary' || element.style === 'danger' ? element.style : ''

function ButtonElement(props: ElementProps) {
  const { element } = props
  const { commit, busy, dialog } = useElementAction(props)
  const href = safeUrl(string(element.url))
  const name = string(element.accessibility_label)
  const shared = {
    className: `button ${styleOf(element)}`,
    onClick: () => commit(null),
    ...(name ? { 'aria-label': name } : {}),
  }
  return (
    <>
      {href === null ? (
        <button type="button" aria-busy={busy} {...shared}>
          {element.type === 'icon_button' && <SlackIcon name={string(element.icon)} />}
          <Plain of={element.text} />
        </button>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" {...shared}>
          <Plain of={element.text} />
        </a>
      )}
      {dialog}
    </>
  )
}

function FeedbackButtons(props: ElementProps) {
  const { commit, busy } = useElementAction(props)
  return (['positive_button', 'negative_button'] as const).map((key) => {
    const button = record(props.element[key])
    return (
      <button
        key={key}
        type="button"
        className="button"
        aria-busy={busy}
        onClick={() => commit(null, { value: button.value })}
      >
        <Plain of={button.text} />
      </button>
    )
  })
}

function OverflowMenu(props: ElementProps) {
  const { commit, busy, dialog } = useElementAction(props)
  return (
    <div className="overflow">
      <MenuButton label="More actions" sign="⋯" className="button icon" busy={busy}>
        {(close) =>
          records(props.element.options).map((option) => (
            <OverflowItem
              key={string(option.value) || labelOf(option.text)}
              option={option}
              onChoose={(chosen) => {
                close()
                commit(null, { selected_option: chosen })
              }}
            />
          ))
        }
      </MenuButton>
      {dialog}
    </div>
  )
}

interface OverflowItemProps {
  readonly option: Json
  readonly onChoose: (option: Json) => void
}

function OverflowItem({ option, onChoose }: OverflowItemProps) {
  const href = safeUrl(string(option.url))
  const content = (
    <>
      <Plain of={option.text} />
      {labelOf(option.description) && <small>{labelOf(option.description)}</small>}
    </>
  )
  return href === null ? (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose(option)}>
      {content}
    </button>
  ) : (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      role="menuitem"
      tabIndex={-1}
      onClick={() => onChoose(option)}
    >
      {content}
    </a>
  )
}

// Checkboxes and radio buttons.

function ChoiceGroup(props: ElementProps) {
  const { element } = props
  const { state, commit, dialog } = useElementAction(props)
  const group = useId()
  const options = records(element.options)
  const single = element.type === 'radio_buttons'
  const chosen = single ? [record(state?.selected_option)] : records(state?.selected_options)
  const has = (option: Json) => chosen.some(({ value }) => value === option.value)
  const toggle = (option: Json) => {
    if (single) return commit({ type: element.type, selected_option: option })
    const next = options.filter((each) => (each === option ? !has(each) : has(each)))
    commit({ type: element.type, selected_options: next })
  }
  return (
    <div
      className="choices"
      role={single ? 'radiogroup' : 'group'}
      {...naming(props, single ? 'Choose one' : 'Choose')}
    >
      {options.map((option) => (
        <label key={string(option.value)} className="choice">
          <input
            type={single ? 'radio' : 'checkbox'}
            name={group}
            checked={has(option)}
            onChange={() => toggle(option)}
          />
          <span>
            <Text of={option.text} />
            {option.description !== undefined && (
              <small>
                <Text of={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
      {dialog}
    </div>
  )
}

// Date, time, and date with time. Uses the browser's own pickers, which users know.

/** Browsers report each part of a date while it is typed. The app gets the value after a pause of this length. */
const settleMs = 500

const kinds = {
  datepicker: { type: 'date', field: 'selected_date', name: 'Date' },
  timepicker: { type: 'time', field: 'selected_time', name: 'Time' },
  datetimepicker: { type: 'datetime-local', field: 'selected_date_time', name: 'Date and time' },
} as const

function DateTimeField(props: ElementProps) {
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

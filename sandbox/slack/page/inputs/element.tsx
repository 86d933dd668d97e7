/** Interactive elements by type; the ones with little of their own (buttons, overflow) are here. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Json, record, records, string } from '../../markup/read.ts'
import { safeUrl } from '../../markup/tree.ts'
import { SlackIcon } from '../blocks/icons.tsx'
import { Picture } from '../blocks/picture.tsx'
import { labelOf, Plain } from '../blocks/text.tsx'
import { type ElementProps, useActing } from './acting.tsx'
import { ChoiceGroup } from './choice.tsx'
import { TextField } from './field.tsx'
import { useLeave } from './leave.ts'
import { DateTimeField } from './picker.tsx'
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
  const { commit, busy, dialog } = useActing(props)
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
  const { commit, busy } = useActing(props)
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

/** The ⋯ menu: opens with Enter, Space or an arrow key, closes with Escape. */
function OverflowMenu(props: ElementProps) {
  const { commit, busy, dialog } = useActing(props)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const menu = useId()
  const options = records(props.element.options)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])
  useLeave(box, () => setOpen(false))
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape' && open) close()
    else if (step !== 0 && !open) setOpen(true)
    else if (step !== 0) {
      const all = items()
      const at = all.findIndex((item) => item.matches(':focus'))
      all[(at + step + all.length) % all.length]?.focus()
    } else return
    event.preventDefault()
  }
  const choose = (option: Json) => {
    close()
    commit(null, { selected_option: option })
  }
  return (
    <div ref={box} className="overflow">
      <button
        type="button"
        className="button icon"
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={menu}
        aria-busy={busy}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        ⋯
      </button>
      {open && (
        <div id={menu} className="popup menu" role="menu" aria-label="More actions" onKeyDown={onKeyDown}>
          {options.map((option) => (
            <OverflowItem
              key={string(option.value) || labelOf(option.text)}
              option={option}
              onChoose={choose}
            />
          ))}
        </div>
      )}
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

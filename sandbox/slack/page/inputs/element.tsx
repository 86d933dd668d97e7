/** Interactive elements by type. The simplest ones (buttons, overflow) are implemented here. */
import { type Json, record, records, string } from '../../markup/read.ts'
import { safeUrl } from '../../markup/tree.ts'
import { Picture, SlackIcon } from '../blocks/picture.tsx'
import { labelOf, Plain } from '../blocks/text.tsx'
import { ChoiceGroup } from './choice.tsx'
import { type ElementProps, useElementAction } from './element-action.tsx'
import { TextField } from './field.tsx'
import { MenuButton } from './menu.tsx'
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

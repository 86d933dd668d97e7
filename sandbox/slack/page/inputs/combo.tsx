/** A combobox (WAI-ARIA's editable combobox with a listbox): type to filter, arrows to move, Enter to choose. */
import { type AriaAttributes, Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFocusOut } from './focus-out.ts'
import { Option } from './option.tsx'
import { type ComboOption, useQuery } from './query.ts'

interface ComboProps {
  readonly options: readonly ComboOption[]
  readonly selected: readonly ComboOption[]
  readonly multiple: boolean
  readonly placeholder: string
  readonly busy: boolean
  readonly blockId: string
  readonly naming: AriaAttributes & { readonly id?: string }
  /** Maximum number of choices. */
  readonly limit: number
  readonly onChange: (chosen: readonly ComboOption[]) => void
  /** Called when the list closes, if anything changed while it was open. */
  readonly onClose: (chosen: readonly ComboOption[]) => void
  /** Asks the app for options. `options` is then ignored. */
  readonly query?: (text: string) => Promise<readonly ComboOption[]>
  readonly minLength?: number
}

export function Combo(props: ComboProps) {
  const { selected, multiple, limit, onChange } = props
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const changed = useRef(false)
  const listId = useId()
  const suggestions = useQuery(open ? text : null, props.options, props.query, props.minLength ?? 0)
  const at = Math.min(active, suggestions.options.length - 1)

  useEffect(() => {
    if (open) box.current?.querySelector('.popup')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const show = () => {
    setOpen(true)
    setActive(0)
  }
  const close = () => {
    setOpen(false)
    setText('')
    if (changed.current) props.onClose(selected)
    changed.current = false
  }
  useFocusOut(box, () => open && close())
  const isChosen = ({ key }: ComboOption) => selected.some((each) => each.key === key)
  const remove = (option: ComboOption) => {
    changed.current = true
    onChange(selected.filter(({ key }) => key !== option.key))
  }
  const choose = (option: ComboOption) => {
    if (!multiple) {
      setOpen(false)
      setText('')
      onChange([option])
    } else if (isChosen(option)) remove(option)
    else if (selected.length < limit) {
      changed.current = true
      onChange([...selected, option])
      setText('')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = suggestions.options.length - 1
    const option = suggestions.options[at]
    const target = selected.at(-1)
    if (event.key === 'Escape' && open) close()
    else if (event.key === 'ArrowDown') open ? setActive(Math.min(at + 1, last)) : show()
    else if (event.key === 'ArrowUp') open ? setActive(Math.max(at - 1, 0)) : show()
    else if (event.key === 'Enter' && open && option) choose(option)
    else if (event.key === 'Enter' && !open) show()
    else if (event.key === 'Backspace' && text === '' && multiple && target) return remove(target)
    else return
    event.preventDefault()
  }
  const shown = multiple ? '' : (selected[0]?.label ?? '')
  return (
    <div ref={box} className="combo" aria-busy={props.busy}>
      <div className="input combo-box">
        {multiple &&
          selected.map((option) => (
            <span key={option.key} className="chip">
              {option.label}
              <button type="button" aria-label={`Remove ${option.label}`} onClick={() => remove(option)}>
                ×
              </button>
            </span>
          ))}
        <input
          role="combobox"
          type="text"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          {...(open && suggestions.options[at] ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
          {...props.naming}
          data-block={props.blockId}
          placeholder={
            open ? shown || props.placeholder : selected.length > 0 && multiple ? '' : props.placeholder
          }
          value={open ? text : shown}
          onChange={(event) => {
            setText(event.target.value)
            show()
          }}
          onClick={show}
          onKeyDown={onKeyDown}
        />
        <span className="arrow" aria-hidden="true">
          ▾
        </span>
      </div>
      {open && (
        <Listbox
          id={listId}
          options={suggestions.options}
          note={selected.length >= limit && multiple ? `Choose at most ${limit}` : suggestions.note}
          active={at}
          isChosen={isChosen}
          multiple={multiple}
          onChoose={choose}
        />
      )}
    </div>
  )
}

interface ListboxProps {
  readonly id: string
  readonly options: readonly ComboOption[]
  readonly note: string
  readonly active: number
  readonly isChosen: (option: ComboOption) => boolean
  readonly multiple: boolean
  readonly onChoose: (option: ComboOption) => void
}

/** The list takes no focus, so that the text field keeps it. */
function Listbox({ id, options, note, active, isChosen, multiple, onChoose }: ListboxProps) {
  const activeId = `${id}-${active}`
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div className="popup">
      <div
        id={id}
        role="listbox"
        aria-label="Options"
        aria-multiselectable={multiple}
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, at) => (
          <Fragment key={option.key}>
            {option.group && option.group !== options[at - 1]?.group && (
              <div className="group" role="presentation">
                {option.group}
              </div>
            )}
            <Option
              id={`${id}-${at}`}
              active={at === active}
              chosen={isChosen(option)}
              onChoose={() => onChoose(option)}
            >
              <span>
                {option.label}
                {option.description && <small>{option.description}</small>}
              </span>
              {isChosen(option) && <span aria-hidden="true">✓</span>}
            </Option>
          </Fragment>
        ))}
      </div>
      {note && (
        <p className="note" role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** A combobox (WAI-ARIA's editable combobox with a listbox): type to filter, arrows to move, Enter to choose. */
import {
  type AriaAttributes,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useFocusOut } from './menu.tsx'

// The options that match the typed text, filtered here or requested from the app.

export interface ComboOption {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly group: string
  /** The option's value in Slack's state: the option object, or an id. */
  readonly sent: unknown
}

/** Slack queries an app when the user pauses typing. */
const pauseMs = 200

interface Found {
  readonly options: readonly ComboOption[]
  /** Shown below the options; empty if there is nothing to say. */
  readonly note: string
}

type Answer = Found & { readonly text: string }

/** @param text the typed text; null while the list is closed */
function useQuery(
  text: string | null,
  offered: readonly ComboOption[],
  query: ((text: string) => Promise<readonly ComboOption[]>) | undefined,
  minLength: number,
): Found {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useRef(query)
  ask.current = query
  const asks = query !== undefined && text !== null && text.length >= minLength
  useEffect(() => {
    if (!asks) return
    let current = true
    const settle = (options: readonly ComboOption[], note: string) => {
      if (current) setAnswer({ text, options, note })
    }
    const timer = setTimeout(() => {
      ask.current?.(text).then(
        (options) => settle(options, options.length === 0 ? 'No results' : ''),
        () => settle([], "The app didn't send any options. Type again to retry."),
      )
    }, pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asks, text])

  if (text === null) return { options: [], note: '' }
  if (query === undefined) {
    const wanted = text.toLocaleLowerCase()
    const options = offered.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    return { options, note: options.length === 0 ? 'No results' : '' }
  }
  if (!asks)
    return { options: [], note: `Type at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}` }
  return answer?.text === text ? answer : { options: [], note: 'Loading…' }
}

// A choice in a listbox. The text field keeps the focus and handles the keys.

interface OptionProps {
  readonly id: string
  readonly className?: string
  /** Whether Enter chooses it. */
  readonly active: boolean
  /** Whether it is chosen already; `active` by default. */
  readonly chosen?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

export const Option = ({ id, className = '', active, chosen = active, onChoose, children }: OptionProps) => (
  <div
    id={id}
    role="option"
    aria-selected={chosen}
    tabIndex={-1}
    className={`option ${className}${active ? ' active' : ''}`}
    onClick={onChoose}
    onKeyDown={({ key }) => key === 'Enter' && onChoose()}
  >
    {children}
  </div>
)

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

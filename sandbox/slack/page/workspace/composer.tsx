/** Where one writes messages and slash commands; a list of the commands appears after the first "/". */
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Command } from '../state.ts'

interface ComposerProps {
  readonly place: string
  readonly commands: readonly Command[]
  readonly disabled: boolean
  /** The channel's own: it has the focus from the start where there is a keyboard, and takes what is typed anywhere. */
  readonly main?: boolean
  /** Stands before the field. */
  readonly tools?: ReactNode
  readonly onSend: (text: string) => void
}

export function Composer({ place, commands, disabled, main = false, tools, onSend }: ComposerProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [hidden, setHidden] = useState(false)
  const listId = useId()
  const noteId = useId()
  const [name = '', ...rest] = text.split(' ')
  const matches =
    text.startsWith('/') && rest.length === 0 && !hidden
      ? commands.filter(({ command }) => command.startsWith(name))
      : []
  const typed = commands.find(({ command }) => command === name)
  const at = Math.min(active, matches.length - 1)

  useEffect(() => {
    if (!main) return
    // On a phone the focus would bring up the keyboard over what one wants to read.
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      const typed = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (typed && target === document.body) field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [main])

  const change = (value: string) => {
    setText(value)
    setActive(0)
    setHidden(false)
  }
  const complete = ({ command }: Command) => change(`${command} `)
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const sent = text.trim()
    if (sent === '') return
    change('')
    // The button that was pressed can't keep the focus: it is not to be used on nothing.
    field.current?.focus()
    onSend(sent)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const match = matches[at]
    if (event.key === 'ArrowDown' && match) setActive((at + 1) % matches.length)
    else if (event.key === 'ArrowUp' && match) setActive((at - 1 + matches.length) % matches.length)
    else if (event.key === 'Escape' && match) setHidden(true)
    else if (event.key === 'Tab' && match && !event.shiftKey) complete(match)
    else if (event.key === 'Enter' && match && match.command !== text) complete(match)
    else return
    event.preventDefault()
  }
  return (
    <form className="composer" onSubmit={send}>
      {matches.length > 0 && (
        <div
          id={listId}
          className="popup commands"
          role="listbox"
          aria-label="Commands"
          onMouseDown={(event) => event.preventDefault()}
        >
          {matches.map((command, index) => (
            <CommandRow
              key={command.command}
              id={`${listId}-${index}`}
              command={command}
              active={index === at}
              onChoose={() => complete(command)}
            />
          ))}
        </div>
      )}
      <div className="composer-box">
        {tools}
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={`Message ${place}`}
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          {...(matches.length > 0 ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
          aria-describedby={noteId}
          autoComplete="off"
          placeholder={disabled ? 'This channel is archived' : hintFor(place, main, commands)}
          disabled={disabled}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="button primary" disabled={disabled || text.trim() === ''}>
          Send
        </button>
      </div>
      <p id={noteId} className="hint" role="status">
        {rest.length > 0 && typed ? `${typed.command} ${typed.usage_hint ?? ''}` : ' '}
      </p>
    </form>
  )
}

interface CommandRowProps {
  readonly id: string
  readonly command: Command
  readonly active: boolean
  readonly onChoose: () => void
}

const CommandRow = ({ id, command, active, onChoose }: CommandRowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={active}
    tabIndex={-1}
    className={active ? 'option active' : 'option'}
    onClick={onChoose}
    onKeyDown={({ key }) => key === 'Enter' && onChoose()}
  >
    <span>
      <strong>{command.command}</strong> <span className="usage">{command.usage_hint}</span>
      <small>{command.description}</small>
    </span>
  </div>
)

function hintFor(place: string, main: boolean, commands: readonly Command[]): string {
  if (!main) return `Reply to ${place}`
  return commands.length > 0 ? `Message ${place}, or type / for commands` : `Message ${place}`
}

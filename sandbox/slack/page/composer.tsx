/** Where one writes messages and slash commands; a list of the commands appears after the first "/". */
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { Command } from './state.ts'

interface ComposerProps {
  readonly place: string
  readonly commands: readonly Command[]
  readonly disabled: boolean
  readonly onSend: (text: string) => void
}

export function Composer({ place, commands, disabled, onSend }: ComposerProps) {
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
        <input
          type="text"
          role="combobox"
          aria-label={`Message ${place}`}
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          {...(matches.length > 0 ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
          aria-describedby={noteId}
          autoComplete="off"
          placeholder={disabled ? 'This channel is archived' : hintFor(place, commands)}
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

const hintFor = (place: string, commands: readonly Command[]): string =>
  commands.length > 0 ? `Message ${place}, or type / for commands` : `Reply to ${place}`

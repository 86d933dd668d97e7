/** The field for messages and slash commands. Suggests commands after a leading “/”, and users after an “@”. */

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useSurroundings } from '../context.ts'
import { Option } from '../inputs/combo.tsx'
import type { Command } from '../state.ts'
import { Avatar } from './message.tsx'

// Suggestions after an “@”: first the app, then users.

interface Mention {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
}

/** The “@” before the caret, and the part of a name typed after it. */
const begun = /(?<=^|[\s(])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u
const most = 6

/** @param before the text before the caret */
function useMentions(before: string): readonly Mention[] {
  const { people } = useSurroundings()
  const [, typed] = begun.exec(before) ?? []
  if (typed === undefined) return []
  const start = typed.toLowerCase()
  return people
    .filter(({ name, handle = '' }) => [name, handle].some((one) => one.toLowerCase().startsWith(start)))
    .toSorted((a, b) => Number(b.isBot) - Number(a.isBot))
    .slice(0, most)
}

/** The text with the mention in place of the typed part. */
const withMention = (before: string, { name }: Mention): string => before.replace(begun, `@${name} `)

interface ComposerProps {
  readonly place: string
  readonly commands: readonly Command[]
  /** Why users can't write here; missing if they can. */
  readonly closed?: string | undefined
  /** The channel's own composer. It has the initial focus if there is a keyboard, and receives keys typed anywhere. */
  readonly main?: boolean
  /** The placeholder, if it isn't the default. */
  readonly hint?: string
  /** Shown before the field. */
  readonly tools?: ReactNode
  readonly onSend: (text: string) => void
}

export function Composer(props: ComposerProps) {
  const { place, commands, closed, main = false, tools, onSend } = props
  const disabled = closed !== undefined
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [caret, setCaret] = useState(0)
  const wanted = useRef<number | null>(null)
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
  const before = text.slice(0, caret)
  const mentions = useMentions(hidden ? '' : before)
  const count = matches.length + mentions.length
  const at = Math.min(active, count - 1)

  useEffect(() => {
    if (!main) return
    // On a phone, focusing would open the keyboard over the text to read.
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) => {
      const typed = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (typed && target === document.body) field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [main])

  // After inserting a mention, move the caret behind it.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    field.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })

  const change = (value: string, to = value.length) => {
    setText(value)
    setCaret(to)
    setActive(0)
    setHidden(false)
  }
  const complete = ({ command }: Command) => change(`${command} `)
  const mention = (chosen: Mention) => {
    const start = withMention(before, chosen)
    wanted.current = start.length
    change(start + text.slice(caret), start.length)
  }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const sent = text.trim()
    if (sent === '') return
    change('')
    // The empty field disables the pressed button, so it can't keep the focus.
    field.current?.focus()
    onSend(sent)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const match = matches[at]
    const person = mentions[at]
    const offered = match ?? person
    if (event.key === 'ArrowDown' && offered) setActive((at + 1) % count)
    else if (event.key === 'ArrowUp' && offered) setActive((at - 1 + count) % count)
    else if (event.key === 'Escape' && offered) setHidden(true)
    else if (event.key === 'Tab' && match && !event.shiftKey) complete(match)
    else if (event.key === 'Enter' && match && match.command !== text) complete(match)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.shiftKey) mention(person)
    else return
    event.preventDefault()
  }
  return (
    <form className="composer" onSubmit={send}>
      {count > 0 && (
        <div
          id={listId}
          className="popup commands"
          role="listbox"
          aria-label={mentions.length > 0 ? 'People' : 'Commands'}
          onMouseDown={(event) => event.preventDefault()}
        >
          {matches.map((command, index) => (
            <Option
              key={command.command}
              id={`${listId}-${index}`}
              active={index === at}
              onChoose={() => complete(command)}
            >
              <span>
                <strong>{command.command}</strong> <span className="usage">{command.usage_hint}</span>
                <small>{command.description}</small>
              </span>
            </Option>
          ))}
          {mentions.map((person, index) => (
            <Option
              key={person.id}
              id={`${listId}-${index}`}
              className="person"
              active={index === at}
              onChoose={() => mention(person)}
            >
              <Avatar id={person.id} name={person.name} />
              <span>
                <strong>{person.name}</strong>
                {person.isBot && <span className="app-tag">App</span>}
              </span>
            </Option>
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
          aria-expanded={count > 0}
          aria-controls={listId}
          {...(count > 0 ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
          aria-describedby={noteId}
          autoComplete="off"
          placeholder={closed ?? props.hint ?? hintFor(place, main, commands)}
          disabled={disabled}
          value={text}
          onChange={({ target }) => change(target.value, target.selectionStart ?? undefined)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? text.length)}
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

function hintFor(place: string, main: boolean, commands: readonly Command[]): string {
  if (!main) return `Reply to ${place}`
  return commands.length > 0 ? `Message ${place}, or type / for commands` : `Message ${place}`
}

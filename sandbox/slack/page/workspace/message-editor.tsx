/** Replaces a message's text while its author edits it. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { toStored, toTyped } from '../../markup/typed-text.ts'
import { useSurroundings } from '../context.ts'

interface MessageEditorProps {
  /** As Slack stores it. */
  readonly text: string
  /** Called with the new text, as Slack stores it. */
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

export function MessageEditor({ text, onSave, onCancel }: MessageEditorProps) {
  const names = useSurroundings()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => toTyped(text, names))
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (typed.trim() !== '') onSave(toStored(typed.trim(), names))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter' && !event.shiftKey) save()
    else return
    event.preventDefault()
  }
  return (
    <form className="editing" onSubmit={save}>
      <textarea
        ref={field}
        className="input"
        aria-label="Edit message"
        rows={2}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={typed.trim() === ''}>
          Save
        </button>
      </div>
    </form>
  )
}

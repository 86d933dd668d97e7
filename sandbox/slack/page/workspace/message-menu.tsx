/** The menu of a message: react, edit, delete. */
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { emojiGlyph } from '../../markup/emoji.ts'
import { toStored, toTyped } from '../../markup/typed-text.ts'
import type { ShownMessage } from '../../model.ts'
import { useSurroundings } from '../context.ts'
import { ConfirmDialog } from '../inputs/element-action.tsx'
import type { Action } from '../inputs/menu.tsx'
import type { MessageEdits } from '../message-actions.ts'
import { useDialog } from './dialog.ts'

// Replaces a message's text while its author edits it.

interface MessageEditorProps {
  /** As Slack stores it. */
  readonly text: string
  /** Called with the new text, as Slack stores it. */
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

function MessageEditor({ text, onSave, onCancel }: MessageEditorProps) {
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

// A message's reactions, and the dialog to choose another.

interface ReactionsProps {
  readonly message: ShownMessage
  /** Missing if users can't react, as in the gallery. */
  readonly you?: string
  readonly onReact?: (name: string, on: boolean) => void
}

export function Reactions({ message, you, onReact }: ReactionsProps) {
  const { people } = useSurroundings()
  const { reactions = [] } = message
  if (reactions.length === 0) return null
  return (
    <ul className="reactions" aria-label="Reactions">
      {reactions.map(({ name, users }) => {
        const who = users.map((id) => people.find((each) => each.id === id)?.name ?? id).join(', ')
        const isYours = you !== undefined && users.includes(you)
        const shown = `${emojiGlyph(name) ?? `:${name}:`} ${users.length}`
        return (
          <li key={name} title={who}>
            {onReact === undefined ? (
              <span className="reaction">{shown}</span>
            ) : (
              <button
                type="button"
                className="reaction"
                aria-pressed={isYours}
                aria-label={`:${name}:, ${users.length}, ${who}`}
                onClick={() => onReact(name, !isYours)}
              >
                {shown}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const offered = ['+1', 'eyes', 'white_check_mark', 'tada', 'heart', 'pray', 'rocket', 'thinking_face']

interface ChooserProps {
  readonly onChoose: (name: string) => void
  readonly onClose: () => void
}

function ReactionChooser({ onChoose, onClose }: ChooserProps) {
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  useDialog(box)
  return (
    <dialog
      ref={box}
      className="dialog confirm"
      aria-labelledby={title}
      // The key is for the dialog, not for the thread that may contain it.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={title}>Add a reaction</h2>
      <div className="reaction-choices">
        {offered.map((name) => (
          <button key={name} type="button" className="button" onClick={() => onChoose(name)}>
            <span aria-hidden="true">{emojiGlyph(name)}</span> {name.replaceAll('_', ' ')}
          </button>
        ))}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </dialog>
  )
}

interface MessageMenu {
  readonly actions: readonly Action[]
  /** The editor that replaces the text while the message is edited. */
  readonly editing: ReactNode
  /** The open dialog. */
  readonly dialog: ReactNode
}

const plain = (text: string) => ({ type: 'plain_text', text })
const question = {
  title: plain('Delete message'),
  text: plain("Are you sure you want to delete this message? This can't be undone."),
  confirm: plain('Delete'),
  deny: plain('Cancel'),
  style: 'danger',
}

/** @param box the message, whose menu gets the focus back after an edit */
export function useMessageMenu(
  message: ShownMessage,
  writing: MessageEdits | undefined,
  box: RefObject<HTMLElement | null>,
): MessageMenu {
  const [open, setOpen] = useState<'' | 'edit' | 'delete' | 'react'>('')
  if (writing === undefined || !writing.reaches(message)) return { actions: [], editing: null, dialog: null }
  const isAuthor = message.user === writing.user
  const action = (key: 'edit' | 'delete' | 'react', label: string): Action => ({
    key,
    label,
    run: () => setOpen(key),
  })
  const close = () => setOpen('')
  const endEdit = () => {
    close()
    box.current?.querySelector<HTMLElement>('.message-tools [aria-haspopup]')?.focus()
  }
  return {
    actions: [
      action('react', 'Add reaction'),
      ...(isAuthor ? [action('edit', 'Edit message')] : []),
      ...(writing.mayDelete(message) ? [action('delete', 'Delete message')] : []),
    ],
    editing: open === 'edit' && (
      <MessageEditor
        text={message.text}
        onCancel={endEdit}
        onSave={(text) => {
          endEdit()
          writing.edit(message, text)
        }}
      />
    ),
    dialog:
      open === 'delete' ? (
        <ConfirmDialog
          confirm={question}
          onNo={close}
          onYes={() => {
            close()
            writing.remove(message)
          }}
        />
      ) : (
        open === 'react' && (
          <ReactionChooser
            onClose={close}
            onChoose={(name) => {
              close()
              writing.react(message, name, true)
            }}
          />
        )
      ),
  }
}

/** A message's reactions, and the dialog to choose another. */
import { useId, useRef } from 'react'
import { emojiGlyph } from '../../markup/emoji.ts'
import type { ShownMessage } from '../../model.ts'
import { useSurroundings } from '../context.ts'
import { useDialog } from './dialog.ts'

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
              shown
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

export function ReactionChooser({ onChoose, onClose }: ChooserProps) {
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

/** The menu of a message: react, edit, delete. */
import { type ReactNode, type RefObject, useState } from 'react'
import type { ShownMessage } from '../../model.ts'
import { ConfirmDialog } from '../inputs/element-action.tsx'
import type { Action } from '../inputs/menu.tsx'
import type { MessageEdits } from '../message-actions.ts'
import { MessageEditor } from './message-editor.tsx'
import { ReactionChooser } from './reactions.tsx'

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

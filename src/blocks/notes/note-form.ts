/** The form that changes a note, or removes it. */
import type { Button } from '@slack/types'
import type { ModalView } from '../../model/message.ts'
import { dateField, fieldActionId, textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { confirmation, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'

export const noteFormTitle = 'Edit note'
export const noteCallbackId = 'sl1.note'
export const removeNoteId = fieldActionId('remove_note')

/** Stored in the modal. */
export interface NoteFormPlace {
  readonly noteId: string
  readonly channel: string
  /** Response address of the ephemeral list, which is redrawn afterwards; `null`: no such list. */
  readonly listAddress: string | null
}

export interface NoteForm {
  readonly place: NoteFormPlace
  readonly day: string | null
  readonly text: string
  /** In characters. */
  readonly most: number
}

export function noteModal(
  { place, day, text, most }: NoteForm,
  problems: {
    readonly errors?: Readonly<Partial<Record<'day' | 'text', string>>>
    readonly notice?: Notice
  } = {},
): ModalView {
  const { errors = {}, notice = null } = problems
  const { noteId, channel, listAddress } = place
  return formModal(
    {
      title: noteFormTitle,
      submit: 'Save',
      callbackId: noteCallbackId,
      metadata: JSON.stringify({
        n: noteId.slice(0, 100),
        c: channel.slice(0, 40),
        a: listAddress === null || listAddress.length > limits.modal.responseAddress ? null : listAddress,
      }),
      notice,
    },
    [
      dateField({ id: 'day', label: 'Day', value: day, error: errors.day ?? null }),
      textField({ id: 'text', label: 'What happened', value: text, most, error: errors.text ?? null }),
      { type: 'actions', block_id: 'remove', elements: [remove] },
    ],
  )
}

/** `null`: it can't be read. */
export function notePlace(metadata: string): NoteFormPlace | null {
  try {
    const { n, c, a }: Readonly<Record<string, unknown>> = JSON.parse(metadata)
    if (typeof n !== 'string' || typeof c !== 'string') return null
    return { noteId: n, channel: c, listAddress: typeof a === 'string' ? a : null }
  } catch {
    return null
  }
}

const remove: Button = {
  type: 'button',
  text: plainText('Remove note', limits.button.text),
  action_id: removeNoteId,
  style: 'danger',
  confirm: {
    ...confirmation(
      'Remove this note?',
      'It disappears from the channel’s charts and reviews, for everyone.',
      'Remove note',
      'Keep it',
    ),
    style: 'danger',
  },
}

/** The form that changes a note, or removes it. */
import type { Button } from '@slack/types'
import * as z from 'zod'
import type { ModalView } from '../../model/message.ts'
import { dateField, fieldActionId, textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { modalState } from '../forms/modal-state.ts'
import { confirmation, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'

export const noteFormTitle = 'Edit note'
export const noteCallbackId = 'sl1.note'
export const removeNoteId = fieldActionId('remove_note')

const noteFormPlace = z
  .object({
    noteId: z.string(),
    channel: z.string(),
    /** Response address of the ephemeral list, which is redrawn afterwards; `null`: no such list. */
    listAddress: z.string().nullable(),
  })
  .readonly()
export type NoteFormPlace = z.infer<typeof noteFormPlace>
const state = modalState(noteFormPlace)
export const notePlace = state.read

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
  return formModal(
    {
      title: noteFormTitle,
      submit: 'Save',
      callbackId: noteCallbackId,
      metadata: state.write(place, { ...place, listAddress: null }),
      notice,
    },
    [
      dateField({ id: 'day', label: 'Day', value: day, error: errors.day ?? null }),
      textField({ id: 'text', label: 'What happened', value: text, most, error: errors.text ?? null }),
      { type: 'actions', block_id: 'remove', elements: [remove] },
    ],
  )
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

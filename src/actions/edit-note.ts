import type { Action } from '../blocks/kit/codec.ts'
import { doneModal, loadingModal } from '../blocks/kit/modal.ts'
import { noteFormTitle, noteModal } from '../blocks/notes/note-form.ts'
import { maxNoteLength } from '../channels/notes.ts'
import type { ModalButton } from './handler.ts'

export const editNoteButton: ModalButton<Extract<Action, { kind: 'note_edit' }>> = {
  loading: () => loadingModal(noteFormTitle),
  content: async ({ noteId }, { team, channel, message, responseAddress }, { store }) => {
    const note = channel === null ? null : await store.notes.get({ team, channel, id: noteId })
    if (note === null) return doneModal(noteFormTitle, 'This note has been removed.')
    const listAddress = message?.ephemeral === true ? responseAddress : null
    const place = { noteId, channel: note.channel, listAddress }
    return noteModal({ place, day: note.day, text: note.text, most: maxNoteLength })
  },
}

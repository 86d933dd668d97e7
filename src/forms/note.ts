import { doneModal } from '../blocks/forms/modal.ts'
import { dateWords } from '../blocks/kit/formats.ts'
import {
  type NoteForm,
  type NoteFormPlace,
  type NoteOutcome,
  noteCallbackId,
  noteFormTitle,
  noteModal,
  notePlace,
  removeNoteId,
} from '../blocks/notes/notes.ts'
import { channelToday, checkedNote } from '../channels/notes.ts'
import { listNotes } from '../commands/act/notes.ts'
import { currentReference } from '../lib/telemetry.ts'
import { textIn, type ViewState } from '../model/form-values.ts'
import type { Sender, Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type Form, type FormAnswer, readable } from './form.ts'

export const noteForm: Form = {
  callbackId: noteCallbackId,
  who: 'changers',
  about: (view) => formOf(view).place.channel,
  submit,
  again: (view, problems) => noteModal(formOf(view), problems),
  click: async (click, workspace) => {
    const { view, actionId, user, team } = click
    if (actionId !== removeNoteId || !(await workspace.first(click))) return
    const { place } = formOf(view)
    const { noteId: id, channel } = place
    const by = { by: user, reference: currentReference() }
    const removed = await workspace.store.notes.remove({ team, channel, id }, by, workspace.clock.now())
    const done = removed === null ? 'This note was already removed.' : '✓ Note removed.'
    try {
      await workspace.modals.update(view.id, doneModal(noteFormTitle, done))
    } finally {
      await redrawList(workspace, place, click, removed && 'removed')
    }
  },
}

async function submit(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { team, user, view } = submission
  const form = formOf(view)
  const { noteId: id, channel } = form.place
  const today = await channelToday(workspace, { team, channel })
  const checked = checkedNote(form, today)
  if (!checked.ok) return { kind: 'errors', errors: checked.problem }
  const { notes } = workspace.store
  const ref = { team, channel, id }
  const note = await notes.get(ref)
  if (note !== null && note.editedAt !== (form.place.editedAt ?? null)) {
    const { day, text, by: writer, editedBy, editedAt } = note
    const sentence = `changed this note meanwhile. It now says “${text}”, for ${dateWords(day, today.year)}. Save again to replace it.`
    const notice = { by: editedBy ?? writer, sentence, reference: null }
    return { kind: 'show', view: noteModal({ ...form, place: { ...form.place, editedAt } }, { notice }) }
  }
  const by = { by: user, reference: currentReference() }
  const edited = await notes.edit(ref, checked.value, by, workspace.clock.now())
  const after = () => redrawList(workspace, form.place, submission, edited === null ? null : 'saved')
  if (edited !== null) return { kind: 'close', after }
  const gone = 'This note was removed in the meantime, so nothing was saved.'
  return { kind: 'show', view: doneModal(noteFormTitle, gone), after }
}

/** Updates the clicked list, if it is an ephemeral message. */
async function redrawList(
  workspace: Workspace,
  { channel, listAddress }: NoteFormPlace,
  { team, user, outside }: Sender,
  done: NoteOutcome | null,
): Promise<void> {
  if (listAddress === null) return
  const list = await listNotes({ team, user, channel, outside }, workspace, done)
  await workspace.answerAt({ responseAddress: listAddress, channel, user }).ephemeral(list, { replace: true })
}

function formOf({ privateMetadata, values }: ViewState): NoteForm {
  const place = readable(notePlace(privateMetadata), ', and see /sightline notes')
  return { place, day: textIn(values, 'day') || null, text: textIn(values, 'text') }
}

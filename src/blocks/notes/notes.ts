/** A channel's notes: the list, the file, and the form that changes one. */

import type { Button } from '@slack/types'
import * as z from 'zod'
import type { Message, ModalView } from '../../model/message.ts'
import type { Note } from '../../store/index.ts'
import { dateField, fieldActionId, textField } from '../forms/fields.ts'
import { type FormProblems, formButton, formModal, modalState } from '../forms/modal.ts'
import {
  type AnswerOptions,
  answerFooter,
  button,
  buttons,
  commandButton,
  confirmation,
  context,
  heading,
  listMessage,
  messageOf,
  row,
} from '../kit/elements.ts'
import { type Column, csvOf, type Names } from '../kit/figures.ts'
import { counted, dateWords } from '../kit/formats.ts'
import { bold, code, type Line, oneLine, richText } from '../kit/text.ts'

export function noteAdded({ day, text, by, at }: Note): Message {
  const lines: Line[] = [
    ['Noted for ', bold(dateWords(day, Number(at.slice(0, 4)))), ' by ', { user: by }, ':'],
    [noteText(text)],
  ]
  return messageOf([
    richText(lines),
    context('It appears on this channel’s trend charts and in its reviews.'),
    ...buttons([commandButton('Edit or remove', 'notes', { about: 'Edit or remove notes' })]),
  ])
}

export type NoteOutcome = keyof typeof outcomeWords

const outcomeWords = { saved: '✓ Note saved.', removed: '✓ Note removed.' } as const

interface NoteList {
  /** The oldest first. */
  readonly notes: readonly Note[]
  readonly thisYear: number
  readonly mayChange: boolean
  /** What was just done to one of them; `null`: nothing. */
  readonly done: NoteOutcome | null
}

/** Older ones are in the exported file. */
const notesShown = 20

export function notesAnswer({ notes, thisYear, mayChange, done }: NoteList, options: AnswerOptions): Message {
  const shown = notes.toReversed().slice(0, notesShown)
  const omittedCount = notes.length - shown.length
  const headline =
    notes.length === 0
      ? 'No notes in this channel yet.'
      : `${counted(notes.length, 'note')} in this channel, the newest first.`
  const editButton = ({ id: noteId, text }: Note) =>
    mayChange && options.sharedBy === undefined
      ? button('Edit', { kind: 'note_edit', noteId }, { of: noteText(text) })
      : null
  return listMessage({
    lead: [
      done !== null && richText([[outcomeWords[done]]]),
      heading(headline),
      notes.length === 0 && richText([howToWrite]),
    ],
    items: shown.map((note) => row(noteLines(note, thisYear), editButton(note))),
    more: (count) => `${counted(count, 'more note')} not shown.`,
    end: [
      omittedCount > 0 && context(`${counted(omittedCount, 'older note')}: /sightline notes export`),
      ...answerFooter(options),
    ],
  })
}

const howToWrite: Line = [
  'Write one: type ',
  code('/sightline note "New pricing page is live"'),
  '. With another day: ',
  code('/sightline note 2026-10-12 "…"'),
  '.',
]

function noteLines({ day, text, by, editedBy }: Note, thisYear: number): Line[] {
  return [
    [bold(dateWords(day, thisYear)), `: ${noteText(text)}`],
    ['By ', { user: by }, ...(editedBy === null ? [] : [', edited by ', { user: editedBy }])],
  ]
}

function noteText(text: string): string {
  return oneLine(text, 300, '(no text)')
}

const columns: readonly Column<Note>[] = [
  ['Day', ({ day }) => day],
  ['Note', ({ text }) => text],
  ['Written by', ({ by }, names) => names.get(by) ?? null],
  ['Written by (Slack id)', ({ by }) => by],
  ['Written (UTC)', ({ at }) => at],
  ['Edited by', ({ editedBy }, names) => names.get(editedBy ?? '') ?? null],
  ['Edited by (Slack id)', ({ editedBy }) => editedBy],
  ['Edited (UTC)', ({ editedAt }) => editedAt],
]

export function notesCsv(notes: readonly Note[], names: Names): string {
  return csvOf(columns, notes, names)
}

export const noteFormTitle = 'Edit note'
export const noteCallbackId = 'sl1.note'
export const removeNoteId = fieldActionId('remove_note')

const noteFormPlace = z
  .object({
    noteId: z.string(),
    channel: z.string(),
    /** Response address of the ephemeral list, which is redrawn afterwards; `null`: no such list. */
    listAddress: z.string().nullable(),
    /** When the note was last edited before the form was opened; `null` or omitted: never. */
    editedAt: z.string().nullable().exactOptional(),
  })
  .readonly()
export type NoteFormPlace = z.infer<typeof noteFormPlace>
const state = modalState(noteFormPlace)
export const notePlace = state.read

/** A note is a line in a chart's legend, not an essay. */
export const maxNoteLength = 300

export interface NoteForm {
  readonly place: NoteFormPlace
  readonly day: string | null
  readonly text: string
}

export function noteModal(
  { place, day, text }: NoteForm,
  { errors = {}, notice = null }: FormProblems<'day' | 'text'> = {},
): ModalView {
  return formModal(
    {
      title: noteFormTitle,
      callbackId: noteCallbackId,
      metadata: state.write(place, { ...place, listAddress: null }),
      notice,
    },
    [
      dateField({ id: 'day', label: 'Day', value: day, error: errors.day ?? null }),
      textField({
        id: 'text',
        label: 'What happened',
        value: text,
        most: maxNoteLength,
        error: errors.text ?? null,
      }),
      { type: 'actions', block_id: 'remove', elements: [remove] },
    ],
  )
}

const remove: Button = {
  ...formButton('Remove note', removeNoteId),
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

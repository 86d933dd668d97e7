import { exported } from '../../../src/blocks/kit/csv.ts'
import { counted } from '../../../src/blocks/kit/numbers.ts'
import { noteAdded, noteModal, notesAnswer } from '../../../src/blocks/notes/notes.ts'
import type { Note } from '../../../src/store/index.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const note = (number: number, day: string, text: string, more: Partial<Note> = {}): Note => ({
  team: 'T0NORTHWIND',
  id: `7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d0${10 + number}`,
  channel: 'C0TEAM',
  day,
  text,
  by: 'U0ANA',
  at: '2026-11-16T08:14:00Z',
  editedBy: null,
  editedAt: null,
  ...more,
})
const notes = [
  note(0, '2026-09-14', 'Autumn campaign started in France and Spain'),
  note(1, '2026-10-12', 'New pricing page is live', { editedBy: 'U0BEN', editedAt: '2026-11-16T09:00:00Z' }),
  note(2, '2026-11-02', 'First podcast with a running coach', { by: 'U0BEN' }),
]
const form = {
  place: { noteId: notes[1]?.id ?? '', channel: 'C0TEAM', listAddress: null },
  day: '2026-10-12',
  text: 'New pricing page is live',
  most: 300,
}
const list = { notes, thisYear: 2026, mayChange: true, done: null }
const options = { shareable: true, command: 'notes' }

const listed = (name: string, when: string, shown: Parameters<typeof notesAnswer>[0]): Exhibit =>
  exhibit({
    name,
    when,
    data: { list: shown, options },
    draw: ({ list, options: with_ }) => notesAnswer(list, with_),
  })

export const notesGroup: ExhibitGroup = {
  title: 'Notes',
  exhibits: [
    exhibit({
      name: 'note-added',
      when: 'A person added a note.',
      seenBy: 'channel',
      data: { note: note(1, '2026-10-12', 'New pricing page is live') },
      draw: ({ note: added }) => noteAdded(added),
    }),
    listed('notes', 'You asked for the notes of this channel.', list),
    exhibit({
      name: 'notes-saved',
      when: 'You changed one; or you can’t change any.',
      data: {
        lists: [
          { ...list, done: 'saved' as const },
          { ...list, notes: notes.slice(0, 1), mayChange: false },
        ],
        options,
      },
      draw: ({ lists, options: with_ }) => lists.map((list) => notesAnswer(list, with_)),
    }),
    listed('notes-none', 'There are none yet.', { ...list, notes: [] }),
    exhibit({
      name: 'notes-exported',
      when: 'You asked for the notes as a file.',
      data: { count: 23, filename: 'sightline-notes-2026-11-16.csv' },
      draw: ({ count, filename }) => exported(counted(count, 'note'), filename),
    }),
    exhibit({
      name: 'note-form',
      when: 'You clicked “Edit”; or what you entered can’t be used.',
      data: {
        form,
        wrong: { ...form, text: '' },
        errors: {
          day: 'Choose today or an earlier day.',
          text: 'Say what happened, for example: New pricing page is live.',
        },
      },
      draw: ({ form: given, wrong, errors }) => [noteModal(given), noteModal(wrong, { errors })],
    }),
  ],
}

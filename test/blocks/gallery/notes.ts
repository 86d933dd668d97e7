import { noteAdded, noteModal, notesAnswer } from '../../../src/blocks/notes/notes.ts'
import type { Note } from '../../../src/store/index.ts'
import { type ExhibitGroup, examplesOf, inChannel } from './exhibit.ts'

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
const pricing = note(1, '2026-10-12', 'New pricing page is live')
const notes = [
  note(0, '2026-09-14', 'Autumn campaign started in France and Spain'),
  { ...pricing, editedBy: 'U0BEN', editedAt: '2026-11-16T09:00:00Z' },
  note(2, '2026-11-02', 'First podcast with a running coach', { by: 'U0BEN' }),
]
const { id: noteId, channel, day, text } = pricing
const form = { place: { noteId, channel, listAddress: null }, day, text }
const list = { notes, thisYear: 2026, mayChange: true, done: null }
const options = { shareable: true, command: 'notes' }

export const notesGroup: ExhibitGroup = {
  title: 'Notes',
  exhibits: [
    ...inChannel(noteAdded, { 'note-added': ['A person added a note.', pricing] }),
    ...examplesOf(notesAnswer, {
      notes: ['You asked for the notes of this channel.', [list, options]],
      'notes-saved': [
        'You changed one; or you can’t change any.',
        [{ ...list, done: 'saved' }, options],
        [{ ...list, notes: notes.slice(0, 1), mayChange: false }, options],
      ],
      'notes-none': ['There are none yet.', [{ ...list, notes: [] }, options]],
    }),
    ...examplesOf(noteModal, {
      'note-form': [
        'You clicked “Edit”; or what you entered can’t be used.',
        [form],
        [
          { ...form, text: '' },
          {
            errors: {
              day: 'Choose today or an earlier day.',
              text: 'Say what happened, for example: New pricing page is live.',
            },
          },
        ],
      ],
    }),
  ],
}

import { oneLine } from '../blocks/kit/text.ts'
import { maxNoteLength, notesCsv } from '../blocks/notes/notes.ts'
import { Problem } from '../lib/problem.ts'
import { type Read, read } from '../lib/strings.ts'
import { currentReference } from '../lib/telemetry.ts'
import type { ChannelAndUser } from '../model/channel.ts'
import { dayIn } from '../model/question.ts'
import type { Trend } from '../model/trend.ts'
import { peopleNames } from '../slack/send/people.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Note, Store } from '../store/index.ts'
import { channelScope } from './settings.ts'

/** Per channel. People have to remove some to add more, because notes don't expire. */
export const maxNotes = 200

export interface NoteDraft {
  /** `YYYY-MM-DD`. */
  readonly day: string | null
  readonly text: string
}

export type NoteErrors = Readonly<Partial<Record<'day' | 'text', string>>>

type NotesWorkspace = Pick<Workspace, 'store' | 'defaults' | 'clock'>

export async function channelToday(
  workspace: NotesWorkspace,
  place: Pick<ChannelAndUser, 'team' | 'channel'>,
): Promise<Temporal.PlainDate> {
  const { timeZone } = await channelScope(workspace, place)
  return dayIn(workspace.clock.now(), timeZone)
}

export function checkedNote(
  { day, text }: NoteDraft,
  today: Temporal.PlainDate,
): Read<{ readonly day: string; readonly text: string }, NoteErrors> {
  const line = oneLine(text, Number.MAX_SAFE_INTEGER, '')
  const errors: NoteErrors = {
    ...(line === '' ? { text: 'Say what happened, for example: New pricing page is live.' } : {}),
    ...(line.length > maxNoteLength
      ? {
          text: `Notes are limited to ${maxNoteLength} characters; this one has ${line.length}. Shorten it.`,
        }
      : {}),
    ...(day === null ? { day: 'Choose a day.' } : {}),
    ...(day !== null && day > today.toString() ? { day: 'Choose today or an earlier day.' } : {}),
    ...(day !== null && day < '2000-01-01' ? { day: 'Choose a day from 2000 on.' } : {}),
  }
  return day === null || Object.keys(errors).length > 0
    ? { ok: false, problem: errors }
    : read({ day, text: line })
}

/** @throws {Problem} if the note is invalid or the channel is full */
export async function addNote(
  workspace: NotesWorkspace,
  place: ChannelAndUser,
  draft: NoteDraft,
): Promise<Note> {
  const { team, channel, user } = place
  const checked = checkedNote(draft, await channelToday(workspace, place))
  if (!checked.ok) throw new Problem('note_invalid', Object.values(checked.problem).join(' '))
  const { day, text } = checked.value
  const by = { by: user, reference: currentReference() }
  const note = await workspace.store.notes.add(
    { team, channel, day, text },
    maxNotes,
    by,
    workspace.clock.now(),
  )
  if (note === null)
    throw new Problem(
      'notes_full',
      `This channel already has the maximum of ${maxNotes} notes. Remove one first.`,
      { suggestion: 'notes' },
    )
  return note
}

/** Sends all notes of a channel to a person as a file. @returns `null` if there are none, so nothing was sent */
export async function exportNotes(
  workspace: Pick<Workspace, 'store' | 'sendFile' | 'people' | 'clock'>,
  { team, channel, user }: ChannelAndUser,
): Promise<{ readonly count: number; readonly filename: string } | null> {
  const { store, sendFile, clock } = workspace
  const notes = await store.notes.inChannel(team, channel, null, null)
  if (notes.length === 0) return null
  const ids = new Set(notes.flatMap(({ by, editedBy }) => [by, editedBy ?? by]))
  const names = await peopleNames(workspace, ids)
  const day = clock.now().toString().slice(0, 10)
  const filename = `sightline-notes-${day}.csv`
  await sendFile(user, { filename, title: `Notes, ${day}`, content: notesCsv(notes, names) })
  return { count: notes.length, filename }
}

/** Adds a channel's notes to a trend for its chart. Returns a copy, because other answers share the trend. */
export async function withNotes(
  { notes }: Pick<Store, 'notes'>,
  { team, channel }: Pick<ChannelAndUser, 'team' | 'channel'>,
  trend: Trend | null,
): Promise<Trend | null> {
  const [first] = trend?.weeks ?? []
  if (trend === null || first === undefined) return trend
  const written = await notes.inChannel(team, channel, first.start, null)
  return written.length === 0 ? trend : { ...trend, notes: written }
}

import type { Message } from '../../model/message.ts'
import type { Note } from '../../store/index.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { textOf } from '../kit/block-text.ts'
import { compose } from '../kit/budget.ts'
import { type CsvCell, csv } from '../kit/csv.ts'
import { button, buttons, context, heading, row, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export function noteAdded({ day, text, by, at }: Note): Message {
  const lines: Span[][] = [
    [
      'Noted for ',
      { text: dateWords(day, Number(at.slice(0, 4))), style: 'bold' },
      ' by ',
      { user: by },
      ':',
    ],
    [noteText(text)],
  ]
  return {
    text: summary(lines.map(mrkdwn)),
    blocks: [
      richText(lines),
      context('It appears on this channel’s trend charts and in its reviews.'),
      ...buttons([
        button('Edit or remove', { kind: 'run_verb', text: 'notes' }, { about: 'Edit or remove notes' }),
      ]),
    ],
  }
}

export type NoteOutcome = keyof typeof outcomeWords

const outcomeWords = { saved: '✓ Note saved.', removed: '✓ Note removed.' } as const

export interface NoteList {
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
  const isPrivate = options.sharedBy === undefined
  const above = done === null ? [] : [outcomeWords[done]]
  const { blocks } = compose([
    {
      lead: [
        ...above.map((line) => richText([[line]])),
        heading(headline),
        ...(notes.length === 0 ? [richText([howToWrite])] : []),
      ],
    },
    {
      items: shown.map((note) => {
        const edit =
          mayChange && isPrivate
            ? button(
                'Edit',
                { kind: 'note_edit', noteId: note.id },
                { about: `Edit: ${noteText(note.text)}` },
              )
            : null
        return { blocks: [row(noteLines(note, thisYear), edit)] }
      }),
      more: (cut) => [context(`${counted(cut, 'more note')} not shown.`)],
    },
    {
      lead:
        omittedCount === 0
          ? []
          : [context(`${counted(omittedCount, 'older note')}: /sightline notes export`)],
    },
    { lead: answerFooter(options) },
  ])
  return { text: textOf(blocks), blocks }
}

const howToWrite: readonly Span[] = [
  'Write one: type ',
  { text: '/sightline note "New pricing page is live"', style: 'code' },
  '. With another day: ',
  { text: '/sightline note 2026-10-12 "…"', style: 'code' },
  '.',
]

function noteLines({ day, text, by, editedBy }: Note, thisYear: number): Span[][] {
  return [
    [{ text: dateWords(day, thisYear), style: 'bold' }, `: ${noteText(text)}`],
    ['By ', { user: by }, ...(editedBy === null ? [] : [', edited by ', { user: editedBy }])],
  ]
}

export function noteText(text: string): string {
  return oneLine(text, 300, '(no text)')
}

const columns: readonly (readonly [string, (note: Note, names: ReadonlyMap<string, string>) => CsvCell])[] = [
  ['Day', ({ day }) => day],
  ['Note', ({ text }) => text],
  ['Written by', ({ by }, names) => names.get(by) ?? null],
  ['Written by (Slack id)', ({ by }) => by],
  ['Written (UTC)', ({ at }) => at],
  ['Edited by', ({ editedBy }, names) => names.get(editedBy ?? '') ?? null],
  ['Edited by (Slack id)', ({ editedBy }) => editedBy],
  ['Edited (UTC)', ({ editedAt }) => editedAt],
]

/** The notes as CSV. @param names people's names in Slack, by their ids */
export function notesCsv(notes: readonly Note[], names: ReadonlyMap<string, string>): string {
  return csv([
    columns.map(([title]) => title),
    ...notes.map((note) => columns.map(([, cell]) => cell(note, names))),
  ])
}

/** Says that the file is in the person's direct messages. */
export function notesExported(count: number, filename: string): Message {
  const line: Span[] = [
    `Exported ${counted(count, 'note')}: `,
    { text: oneLine(filename, 120), style: 'code' },
    ' is in your direct messages with Sightline.',
  ]
  return { text: mrkdwn(line), blocks: [richText([line])] }
}

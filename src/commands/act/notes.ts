import { exported } from '../../blocks/kit/figures.ts'
import { counted, dateWords } from '../../blocks/kit/formats.ts'
import { type NoteOutcome, noteAdded, notesAnswer } from '../../blocks/notes/notes.ts'
import { addNote, channelToday, exportNotes } from '../../channels/notes.ts'
import { isDay } from '../../lib/dates.ts'
import { Problem } from '../../lib/problem.ts'
import { nearest } from '../../lib/strings.ts'
import type { Message } from '../../model/message.ts'
import { periodsIn } from '../../questions/period.ts'
import { typedWord } from '../../questions/question-text.ts'
import { type Parsed, parsed, parseError } from '../../questions/read.ts'
import { readableText, type Word } from '../../questions/tokenizer.ts'
import type { Caller } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { tokensOf } from '../free-text/tokens.ts'
import { answering, defineVerb, requireChannel, sharing, type Verb } from '../verb.ts'
import { notSent } from '../visibility.ts'

/** The date depends on the channel's time zone, so it is read when the command runs. */
function noteArguments(words: readonly Word[]): Parsed<string> {
  const [first] = words
  const typed = words.length === 1 && first?.quoted ? first.text : words.map(typedWord).join(' ')
  return typed.trim() === ''
    ? parseError('What happened? For example: /sightline note "New pricing page is live".')
    : parsed(typed)
}

export const noteVerb: Verb = defineVerb<string>(
  {
    name: 'note',
    group: 'act',
    summary: 'Put an event on the channel’s timeline.',
    usage: 'note [date] <what happened>',
    details: 'Everyone in the channel sees it, on trend charts and in reviews. Today, unless you add a date.',
    examples: ['notes', 'notes export'],
    who: 'changers',
    takesText: true,
  },
  noteArguments,
  (typed, verb) => ({
    ...verb,
    kind: 'work',
    isForChannel: true,
    run: async (caller, workspace) => {
      const place = noteChannel(caller)
      const today = await channelToday(workspace, place)
      const draft = datedNote(typed, today)
      if (!isDay(draft.day))
        throw new Problem('note_day', `“${draft.day}” isn’t a date that has begun. Check it and try again.`)
      if (draft.day > today.toString()) throw inFuture(draft.day, today)
      return noteAdded(await addNote(workspace, place, draft))
    },
  }),
)

function inFuture(day: string, { year: thisYear }: Temporal.PlainDate): Problem {
  const lastYear = Temporal.PlainDate.from(day).subtract({ years: 1 })
  return new Problem(
    'note_day',
    `${dateWords(day, thisYear)} is in the future. Choose today or an earlier day; if you mean last year, type ${lastYear}.`,
  )
}

type NotesArgs = 'list' | 'export'

function notesArguments([first, extra]: readonly Word[]): Parsed<NotesArgs> {
  const typed = first?.text.toLowerCase() ?? 'list'
  const kind = typed === 'csv' || typed === 'file' ? 'export' : typed
  if ((kind === 'list' || kind === 'export') && extra === undefined) return parsed(kind)
  return parseError(
    `I don’t know “${(extra ?? first)?.text.slice(0, 60)}” after notes. Only export can follow it.`,
    nearest(typed, ['export', 'list']),
  )
}

export const notesVerb: Verb = defineVerb<NotesArgs>(
  {
    name: 'notes',
    group: 'act',
    summary: 'List the channel’s notes, or export them.',
    usage: 'notes [export]',
    examples: ['notes', 'notes export'],
    who: 'readers',
  },
  notesArguments,
  answering(async (args, caller, workspace) => {
    const sent = args === 'export' ? await exportNotes(workspace, noteChannel(caller)).catch(notSent) : null
    return sent === null ? listNotes(caller, workspace) : exported(counted(sent.count, 'note'), sent.filename)
  }),
)

export async function listNotes(
  caller: Caller,
  workspace: Workspace,
  done: NoteOutcome | null = null,
): Promise<Message> {
  const { team, channel } = noteChannel(caller)
  const [notes, refusals] = await Promise.all([
    workspace.store.notes.inChannel(team, channel, null, null),
    workspace.access.refusals(caller),
  ])
  const { year: thisYear } = await channelToday(workspace, { team, channel })
  const mayChange = !refusals.has('changers')
  return notesAnswer({ notes, thisYear, mayChange, done }, sharing(caller, 'notes'))
}

/** @throws {Problem} if no channel is known */
function noteChannel(caller: Caller) {
  requireChannel(caller, 'Notes', 'note')
  const { team, channel, user } = caller
  return { team, channel, user }
}

const longestDate = 4
const soonDays = 31

/**
 * Reads the date at the start of a note: `2026-10-12`, `yesterday`, `12 October`. A weekday doesn't count: “Sunday
 * Times reviewed us” starts with one. A note may also end with `yesterday`. Removes quotes around the rest.
 * @param today in the channel's time zone
 */
export function datedNote(
  typed: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly text: string } {
  const words = readableText(typed).trim()
  const dated = startsQuoted.test(words) ? null : dateAt(words.replace(/^on\s+/iu, ''), today)
  return dated === null
    ? { day: today.subtract({ days: daysAgo(words) }).toString(), text: unquoted(words) }
    : { day: dated.day, text: unquoted(dated.rest) }
}

/** `We launched the pricing page yesterday`: the day that a note ends with, which stays part of its text. */
function daysAgo(words: string): number {
  const match = /\b(the day before )?yesterday[.!”"]*$/iu.exec(words)
  if (match === null) return 0
  return match[1] === undefined ? 1 : 2
}

const startsQuoted = /^["“„«]/u

function dateAt(
  words: string,
  today: Temporal.PlainDate,
): { readonly day: string; readonly rest: string } | null {
  const parts = words.split(/(?<=\S)(?=\s)/u)
  const iso = /^(\d{4}-\d{2}-\d{2})[:,]?$/u.exec(parts[0] ?? '')?.[1]
  // The date may be in the future or not exist. The caller reports that, instead of taking it for text.
  if (iso !== undefined) return { day: iso, rest: rest(parts, 1) }
  for (let count = Math.min(longestDate, parts.length); count > 0; count -= 1) {
    const first = parts.slice(0, count).join('').replace(/[:,]$/u, '')
    // `yesterday’s outage`
    if (/[’']s$/u.test(first)) continue
    const tokens = tokensOf(first)
    const texts = tokens.map(({ text }) => text)
    const span = tokens.some(({ kind }) => kind !== 'word') ? null : periodsIn(texts, today)(0)
    if (span === null || span.words !== tokens.length) continue
    const { days, isDoubtful, weekday } = span.period
    // `12 March 2027` isn't 12 March.
    if (days === null && /\b\d{1,2}(?:st|nd|rd|th)?\b.*\b\d{4}$/u.test(first))
      return { day: first, rest: rest(parts, count) }
    if (days === null || days.start !== days.end || isDoubtful || weekday !== undefined) continue
    // `Nov 20` on 18 November hardly means last year's.
    const inAYear = Temporal.PlainDate.from(days.start).add({ years: 1 })
    const isSoon = !/\d{4}/u.test(first) && today.until(inAYear).days <= soonDays
    return { day: isSoon ? inAYear.toString() : days.start, rest: rest(parts, count) }
  }
  return null
}

function rest(parts: readonly string[], from: number): string {
  return parts
    .slice(from)
    .join('')
    .replace(/^[\s:,–—-]+/u, '')
}

const pairs = ['""', '“”', '„“', '«»', '””'] as const

function unquoted(text: string): string {
  const trimmed = text.trim()
  const isPair = pairs.some(
    (pair) => trimmed.length > 1 && trimmed.startsWith(pair[0] ?? '') && trimmed.endsWith(pair[1] ?? ''),
  )
  return isPair ? trimmed.slice(1, -1).trim() : trimmed
}

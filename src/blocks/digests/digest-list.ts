/** A channel's digests: the list, each with a menu; what is shown before one is deleted and once it is saved; their history. */

import * as z from 'zod'
import type { ChannelDigest, HistoryLine, HistoryPage } from '../../model/digest.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import type { DigestSettings } from '../../store/index.ts'
import { contentModal, modalState, resultModal } from '../forms/modal.ts'
import {
  button,
  buttons,
  linkButton,
  listMessage,
  menu,
  pageButtons,
  row,
  sharedChannel,
} from '../kit/elements.ts'
import { counted, names } from '../kit/formats.ts'
import {
  bold,
  compact,
  digestName,
  joinedLines,
  type Line,
  oneLine,
  richText,
  type Span,
} from '../kit/text.ts'
import { alertLines, alertsInWords } from './alert.ts'
import { digestFormTitle } from './digest-form.ts'
import {
  digestTitle,
  healthLine,
  lastRunLine,
  nextRunsLine,
  outcomeSpans,
  scheduleLines,
  scheduleWords,
  sectionWords,
} from './digest-words.ts'
import { postAgainButton } from './notices.ts'

export interface DigestOutcome {
  readonly kind: 'paused' | 'not_running' | 'resumed' | 'was_running' | 'deleted' | 'alerts_off'
  readonly id: string
  readonly name: string
}

interface DigestList {
  /** Slack's id. */
  readonly channel: string
  /** In the order of their numbers, as in `/sightline digest pause 2`. */
  readonly digests: readonly ChannelDigest[]
  readonly done: DigestOutcome | null
}

/** In a longer list, each digest has only one line. */
const maxDetailed = 10

export function digestsAnswer({ channel, digests, done }: DigestList): Message {
  const headline = headlineOf({ channel, digests })
  const isDetailed = digests.length <= maxDetailed
  // In a long list it would be hard to find.
  const changed = isDetailed ? undefined : digests.find(({ id }) => id === done?.id)
  const schedule = changed === undefined ? [] : scheduleLines(changed)
  return listMessage({
    lead: [done !== null && richText([outcomeLine(done), ...schedule]), richText([headline])],
    items: digests.map((digest, index) => {
      // The headline has the next run of a single one.
      const shown = digests.length === 1 ? { ...digest, nextRuns: [] } : digest
      return numberedRow(shown, index + 1, isDetailed)
    }),
    more: (count) => `${counted(count, 'more digest')}: see Sightline’s Home tab.`,
    end: buttons([
      button('Set up a digest', { kind: 'digest_add' }, digests.length === 0 ? { style: 'primary' } : {}),
    ]),
  })
}

function headlineOf({ channel, digests }: Pick<DigestList, 'channel' | 'digests'>): Span[] {
  if (digests.length === 0)
    return [{ channel }, ' has no digest yet. A digest posts what changed and what to do, on schedule.']
  const [next, later] = [...new Set(digests.flatMap(({ nextRuns }) => nextRuns))].sort()
  const title = [bold(`${counted(digests.length, 'digest')} in `), { channel }]
  if (next === undefined) return title
  const andLater: Line = later === undefined ? [] : [', then ', { at: later }]
  return [...title, bold('. Next: '), { at: next }, ...andLater, '.']
}

function outcomeLine({ kind, name: storedName }: DigestOutcome): Span[] {
  const name = `“${digestName(storedName)}”`
  switch (kind) {
    case 'paused':
      return [`✓ ${name} is paused. Nothing is posted until you resume it.`]
    case 'not_running':
      return [`${name} is already paused.`]
    case 'resumed':
      return [`✓ ${name} is on schedule again. Missed digests won’t be sent.`]
    case 'was_running':
      return [`${name} is already on schedule.`]
    case 'alerts_off':
      return [`✓ Alerts are off for ${name}. Edit it to turn them on again.`]
    case 'deleted':
      return [`✓ ${name} is deleted. Its history stays.`]
  }
}

export const digestDeleteCallbackId = 'sl1.digest_delete'

/** Where the menu with "Delete…" was. */
const menuPlace = z
  .object({
    /** Response address of the ephemeral list with the menu, which is redrawn afterwards; `null`: no such list. */
    listAddress: z.string().nullable(),
  })
  .readonly()
type DigestMenuPlace = z.infer<typeof menuPlace>
const state = modalState(menuPlace)

/** Asks for confirmation after "Delete…": a single option of a menu can't have a dialog of its own. */
export function digestDeleteModal(digest: ChannelDigest, place: DigestMenuPlace): ModalView {
  const { id, name, channel, pausedFor } = digest
  const of = digestName(name)
  const lines: Line[] = [
    [bold(`Delete “${of}”`), ' in ', { channel }, bold('?')],
    ...scheduleLines(digest),
    [`It won’t be posted again. Its history stays.${pausedFor === null ? ' Pause it to keep it.' : ''}`],
  ]
  return contentModal(
    'Delete a digest',
    [
      richText(lines),
      ...buttons([
        button('Delete', { kind: 'digest_delete', id }, { style: 'danger', of }),
        pausedFor === null ? button('Pause', { kind: 'digest_pause', id }, { of }) : null,
      ]),
    ],
    {
      close: 'Keep it',
      callbackId: digestDeleteCallbackId,
      metadata: state.write(place, { listAddress: null }),
    },
  )
}

export const digestMenuPlace = (metadata: string): DigestMenuPlace =>
  state.read(metadata) ?? { listAddress: null }

export function digestOutcomeModal(done: DigestOutcome): ModalView {
  return resultModal(digestFormTitle, [outcomeLine(done)])
}

/** For a list of several channels. Its name links to its last message. */
export function digestRow(digest: ChannelDigest, link: string | null, lead = ''): Block {
  const facts = joinedLines([digestTitle(digest, link), ...factsOf(digest)], ' · ')
  return row([[lead, ...facts]], digestMenu(digest))
}

/** @param isDetailed adds its next runs, its last run, and its alerts */
function numberedRow(digest: ChannelDigest, number: number, isDetailed: boolean): Block {
  const name: Span[] = [`${number}. `, bold(digestName(digest.name))]
  const runs = compact<Line>(nextRunsLine(digest), lastRunLine(digest))
  return row(
    [
      joinedLines([name, ...factsOf(digest)], ' · '),
      ...(isDetailed ? [joinedLines(runs, ' · '), ...alertLines(digest.alerts)] : []),
    ],
    digestMenu(digest),
  )
}

/** `Every Monday at 9:00 (Berlin)`, its filters, `On schedule`. */
function factsOf(digest: ChannelDigest): readonly Line[] {
  const { schedule, scope } = digest
  return compact<Line>(
    [scheduleWords(schedule)],
    scope !== null && scope !== everything && [oneLine(scope, 300, 'unknown filters')],
    healthLine(digest, ['use “Resume”']),
  )
}

/** What most digests cover, so it isn't shown. */
const everything = 'All engines'

/** Slack allows five options, so the buttons that post a digest now are under its preview. */
function digestMenu({ id, pausedFor }: ChannelDigest) {
  return menu([
    ['Edit', { kind: 'digest_edit', id }],
    pausedFor === null ? ['Pause', { kind: 'digest_pause', id }] : ['Resume', { kind: 'digest_resume', id }],
    ['Preview or post now', { kind: 'digest_test', id }],
    ['History', { kind: 'digest_history', of: id, page: 1 }],
    ['Delete…', { kind: 'digest_delete_ask', id }],
  ])
}

export function digestHistory(history: HistoryPage): Message {
  const { of, lines } = history
  return listMessage({
    lead: [richText([historyHeadline(history)])],
    items: lines.map((line) => ({
      blocks: [richText(lineSpans(line, of === null)), ...lineButtons(line)],
    })),
    more: (count) => `${counted(count, 'more entry', 'more entries')} not shown.`,
    end: pager(history),
  })
}

function historyHeadline({ of, channel, lines, page }: HistoryPage): Span[] {
  const subject = of === null ? 'the digests' : `“${digestName(of.name)}”`
  const title: Span[] = [bold(`History of ${subject} in `), { channel }]
  if (lines.length > 0) return [...title, ', newest first.']
  return [...title, page === 1 ? ': nothing yet.' : ': nothing older.']
}

function lineSpans(line: HistoryLine, isNamed: boolean): Line[] {
  const { slot, name, askedBy, alert } = line
  return [
    [
      { at: slot },
      ...(isNamed ? [' – ', bold(digestName(name))] : []),
      alert === null ? '' : ` – alert: ${oneLine(alert, 300, 'without a headline')}`,
      ...(askedBy === null ? [] : [' – requested by ', { user: askedBy }]),
    ],
    outcomeSpans(line),
  ]
}

function lineButtons({ deliveryId, name, state, link }: HistoryLine): readonly Block[] {
  return buttons([
    linkButton('Open the message', link, digestName(name)),
    state === 'unknown' ? postAgainButton({ deliveryId, name }) : null,
  ])
}

function pager({ of, page, hasOlder }: HistoryPage): readonly Block[] {
  const shown = { kind: 'digest_history', of: of?.id ?? null, page } as const
  return buttons([
    ...pageButtons(shown, hasOlder, 'history', ['Newer', 'Older']),
    button('Back to the digests', { kind: 'run_verb', text: 'digest list', inPlace: true }),
  ])
}

// A saved digest: repeats every choice, and offers what to do next.

export const digestSavedCallbackId = 'sl1.digest_saved'

interface SavedDigest {
  readonly digest: ChannelDigest
  readonly settings: Pick<DigestSettings, 'sections' | 'onlyWhenChanged' | 'detailsInThread'>
  readonly isNew: boolean
  /** Whether other companies are in its channel. */
  readonly shared?: boolean
}

export function digestSaved({ digest, settings, isNew, shared = false }: SavedDigest): ModalView {
  const { id, channel } = digest
  // A section of a later release has no name yet.
  const sections = settings.sections.map((section) =>
    Object.hasOwn(sectionWords, section) ? sectionWords[section].name : 'another section',
  )
  const { onlyWhenChanged, detailsInThread } = settings
  const quiet = onlyWhenChanged ? 'Posts only when something changed' : 'Posts a few lines if nothing changed'
  const details = detailsInThread ? 'details go in its thread' : 'no details in its thread'
  const lines: Line[] = compact<Line>(
    [bold(`✓ “${digestName(digest.name)}” ${isNew ? 'is set up for ' : 'is saved for '}`), { channel }],
    ...scheduleLines(digest),
    alertsInWords(digest.alerts) === null && ['Alerts: off.'],
    digest.pausedFor !== null && healthLine(digest),
    [`Includes: ${names(sections, sections.length)}.`],
    // A review is posted whole, and has no thread.
    settings.sections.includes('review') ? onlyWhenChanged && [`${quiet}.`] : [`${quiet}; ${details}.`],
    shared && sharedChannel(channel, 'this digest'),
    isNew && ['The first digest names you, and says how to change it.'],
  )
  return contentModal(
    digestFormTitle,
    [
      richText(lines),
      ...buttons([
        button('Preview', { kind: 'digest_test', id }),
        button('Edit', { kind: 'digest_edit', id }),
      ]),
    ],
    { callbackId: digestSavedCallbackId },
  )
}

/** The list of a channel's digests, each with a menu, and the confirmation before one is deleted. */
import * as z from 'zod'
import type { ChannelDigest } from '../../model/digest.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { modalState } from '../forms/modal-state.ts'
import { digestName, scheduleLines } from '../home/home-digest.ts'
import { textOf } from '../kit/block-text.ts'
import { compose } from '../kit/budget.ts'
import { button, buttons, confirmation, context, plainText, summary } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { contentModal } from '../kit/modal.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { numberedRow } from './digest-row.ts'

/** What was just done to a digest. */
export interface DigestOutcome {
  readonly kind: 'paused' | 'not_running' | 'resumed' | 'was_running' | 'deleted' | 'alerts_off'
  readonly id: string
  /** The digest's name. */
  readonly name: string
}

export interface DigestList {
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
  const above = done === null ? [] : outcomeLines(done, isDetailed ? digests.slice(easilyFound) : digests)
  const { blocks } = compose([
    { lead: [...(above.length === 0 ? [] : [richText(above)]), richText([headline])] },
    {
      items: digests.map((digest, index) => ({ blocks: [numberedRow(digest, index + 1, isDetailed)] })),
      more: (omittedCount) => [context(`${counted(omittedCount, 'more digest')}: see Sightline’s Home tab.`)],
    },
    { lead: addButton(digests.length === 0) },
  ])
  return { text: textOf(blocks), blocks }
}

function headlineOf({ channel, digests }: Pick<DigestList, 'channel' | 'digests'>): Span[] {
  if (digests.length === 0)
    return [{ channel }, ' has no digest yet. A digest posts what changed and what to do, on schedule.']
  return [{ text: `${counted(digests.length, 'digest')} in `, style: 'bold' }, { channel }]
}

/** After this many, a digest is hard to find in the list, or not in it at all. */
const easilyFound = 5

/** What was done. @param unseen digests whose next runs are hard to find in the list, so they are shown here */
function outcomeLines(done: DigestOutcome, unseen: DigestList['digests']): Span[][] {
  const far = unseen.find(({ id }) => id === done.id)
  return [outcomeLine(done), ...(far === undefined ? [] : scheduleLines(far))]
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

/** The answer to `digest delete`: nothing is deleted without a click. */
export function digestDelete({ digest }: { readonly digest: ChannelDigest }): Message {
  const lines = questionLines(digest)
  return {
    text: summary(lines.map(mrkdwn)),
    blocks: [
      richText(lines),
      ...buttons([deleteButton({ subscriptionId: digest.id, name: digest.name }), pauseInstead(digest)]),
    ],
  }
}

/** Asks for confirmation before it deletes a digest. */
export function deleteButton(digest: { readonly subscriptionId: string; readonly name: string }) {
  const { subscriptionId } = digest
  const name = digestName(digest.name)
  return button(
    'Delete',
    { kind: 'digest_delete', subscriptionId },
    {
      style: 'danger',
      about: `Delete: ${name}`,
      confirm: confirmation(
        'Delete this digest?',
        `“${name}” won’t be posted again. Its history stays.`,
        'Delete',
        'Keep it',
      ),
    },
  )
}

const deleteTitle = 'Delete a digest'
export const digestDeleteCallbackId = 'sl1.digest_delete'

/** Where the menu with "Delete…" was. */
const menuPlace = z
  .object({
    /** Slack's id; `null`: the Home tab. */
    channel: z.string().nullable(),
    /** Response address of the ephemeral list with the menu, which is redrawn afterwards; `null`: no such list. */
    listAddress: z.string().nullable(),
  })
  .readonly()
type DigestMenuPlace = z.infer<typeof menuPlace>
const state = modalState(menuPlace)
export const writeDigestMenuPlace = (place: DigestMenuPlace): string =>
  state.write(place, { ...place, listAddress: null })

/** Asks for confirmation after "Delete…": a single option of a menu can't have a dialog of its own. */
export function digestDeleteModal(digest: ChannelDigest, place: DigestMenuPlace): ModalView {
  const { id: subscriptionId, name } = digest
  return {
    type: 'modal',
    title: plainText(deleteTitle, limits.modal.title),
    close: plainText('Keep it', limits.modal.title),
    callback_id: digestDeleteCallbackId,
    private_metadata: writeDigestMenuPlace(place),
    blocks: [
      richText(questionLines(digest)),
      ...buttons([
        button(
          'Delete',
          { kind: 'digest_delete', subscriptionId },
          { style: 'danger', about: `Delete: ${digestName(name)}` },
        ),
        pauseInstead(digest),
      ]),
    ],
  }
}

/** The place in a modal about a digest. */
export const digestMenuPlace = (metadata: string): DigestMenuPlace =>
  state.read(metadata) ?? { channel: null, listAddress: null }

/** Replaces the question. */
export function digestOutcomeModal(done: DigestOutcome): ModalView {
  return contentModal(deleteTitle, [richText([outcomeLine(done)])])
}

function questionLines(digest: ChannelDigest): Span[][] {
  return [
    [
      { text: `Delete “${digestName(digest.name)}”`, style: 'bold' },
      ' in ',
      { channel: digest.channel },
      { text: '?', style: 'bold' },
    ],
    ...scheduleLines(digest),
    ['It won’t be posted again. Its history stays. Pause it to keep it.'],
  ]
}

function pauseInstead({ id: subscriptionId, name, pausedFor }: ChannelDigest) {
  return pausedFor === null
    ? button('Pause', { kind: 'digest_pause', subscriptionId }, { about: `Pause: ${digestName(name)}` })
    : null
}

function addButton(first: boolean): Block[] {
  return buttons([
    first
      ? button('Set up a digest', { kind: 'digest_add' }, { style: 'primary' })
      : button('Set up a digest', { kind: 'digest_add' }),
  ])
}

/** A channel's digests, each with what can be done with it: as a private message, and as a modal. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { digestName, digestTitle, healthLine, lastRunLine, scheduleLines } from '../home/home-digest.ts'
import { compose, type Part } from '../kit/budget.ts'
import { button, buttons, confirmation, context, plainText, summary } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

export const digestsTitle = 'Digests of this channel'
export const digestsCallbackId = 'sl1.digests'

/** What was just done with one of them. */
export interface DigestDone {
  readonly kind: 'paused' | 'not_running' | 'resumed' | 'was_running' | 'deleted' | 'alerts_off'
  readonly id: string
  /** The digest's name. */
  readonly name: string
}

export interface DigestList {
  /** Slack's id. */
  readonly channel: string
  /** As they are numbered for `/sightline digest pause 2`. */
  readonly digests: readonly ChannelDigest[]
  readonly done: DigestDone | null
}

export function digestsAnswer({ channel, digests, done }: DigestList): Message {
  const headline = headlineOf({ channel, digests })
  const above = done === null ? [] : doneLines(done, digests)
  const { blocks } = compose([
    { lead: [...(above.length === 0 ? [] : [richText(above)]), richText([headline])] },
    {
      items: digests.map((digest, index) => digestPart(digest, index, 'message')),
      more: (left) => [context(`${counted(left, 'more digest')} not shown: there is no room.`)],
    },
    { lead: addButton(digests.length === 0) },
  ])
  const lines = [...above, headline, ...digests.flatMap((digest, index) => digestLines(digest, index))]
  return { text: summary(lines.map(mrkdwn)), blocks }
}

/** Each takes three blocks. */
const shownInModal = 25

export function digestsModal({ channel, digests, done }: DigestList): ModalView {
  const left = digests.length - shownInModal
  return {
    type: 'modal',
    title: plainText(digestsTitle, limits.modal.title),
    close: plainText('Close', limits.modal.title),
    callback_id: digestsCallbackId,
    private_metadata: JSON.stringify({ c: channel.slice(0, 40) }),
    blocks: [
      ...(done === null ? [] : [richText(doneLines(done, digests))]),
      richText([headlineOf({ channel, digests })]),
      ...digests.slice(0, shownInModal).flatMap((digest, index) => digestPart(digest, index, 'modal').blocks),
      ...(left > 0 ? [context(`${counted(left, 'more digest')} not shown: there is no room.`)] : []),
      ...addButton(digests.length === 0),
      context(
        'In the channel, /sightline digest test shows what one says now, and history how each one went.',
      ),
    ],
  }
}

/** The channel whose digests a modal shows; `null`: it can't be read. */
export function digestsChannel(metadata: string): string | null {
  try {
    const { c } = JSON.parse(metadata)
    return typeof c === 'string' ? c : null
  } catch {
    return null
  }
}

function headlineOf({ channel, digests }: Pick<DigestList, 'channel' | 'digests'>): Span[] {
  if (digests.length === 0)
    return [{ channel }, ' has no digest. One tells everybody there, on time, what changed and what to do.']
  return [{ text: `${counted(digests.length, 'digest')} in `, style: 'bold' }, { channel }]
}

/** Further down than this, a digest is hard to find in the list, or not in it at all. */
const atAGlance = 5

/** What was done; where the list is long, with when the digest comes. */
function doneLines(done: DigestDone, digests: DigestList['digests']): Span[][] {
  const far = digests.slice(atAGlance).find(({ id }) => id === done.id)
  return [doneLine(done), ...(far === undefined ? [] : scheduleLines(far))]
}

function doneLine({ kind, name: given }: DigestDone): Span[] {
  const name = `“${digestName(given)}”`
  switch (kind) {
    case 'paused':
      return [`✓ ${name} is paused: it is not posted until “Resume”.`]
    case 'not_running':
      return [`${name} was paused already.`]
    case 'resumed':
      return [`✓ ${name} runs again. What it would have said meanwhile is not posted.`]
    case 'was_running':
      return [`${name} was running already.`]
    case 'alerts_off':
      return [`✓ ${name} tells nothing between its runs any more. “Edit” turns its alerts on again.`]
    case 'deleted':
      return [`✓ ${name} is deleted: it is not posted any more. Its history stays.`]
  }
}

function digestLines(digest: ChannelDigest, index: number): Span[][] {
  return [
    [`${index + 1}. `, ...digestTitle(digest)],
    ...scheduleLines(digest),
    lastRunLine(digest),
    healthLine(digest),
  ]
}

function digestPart(digest: ChannelDigest, index: number, where: 'message' | 'modal'): Part {
  const { id: subscriptionId } = digest
  const name = digestName(digest.name)
  const labelled = (label: string) => ({ about: `${label}: ${name}` })
  return {
    blocks: [
      { type: 'divider' },
      richText(digestLines(digest, index)),
      ...buttons([
        button('Edit', { kind: 'digest_edit', subscriptionId }, labelled('Edit')),
        digest.pausedFor === null
          ? button('Pause', { kind: 'digest_pause', subscriptionId }, labelled('Pause'))
          : button('Resume', { kind: 'digest_resume', subscriptionId }, labelled('Resume')),
        ...(where === 'modal'
          ? []
          : [
              button('Test', { kind: 'digest_test', subscriptionId }, labelled('Test')),
              button('History', { kind: 'digest_history', of: subscriptionId, page: 1 }, labelled('History')),
            ]),
        deleteButton({ subscriptionId, name: digest.name }),
      ]),
    ],
  }
}

/** Asks before it ends a digest. */
export function deleteButton({
  subscriptionId,
  name,
}: {
  readonly subscriptionId: string
  readonly name: string
}) {
  const shownName = digestName(name)
  return button(
    'Delete',
    { kind: 'digest_delete', subscriptionId },
    {
      style: 'danger',
      about: `Delete: ${shownName}`,
      confirm: confirmation(
        'Delete this digest?',
        `“${shownName}” won't be posted again. Its history stays.`,
        'Delete',
        'Keep it',
      ),
    },
  )
}

/** `digest delete` was typed: nothing is deleted without a click. */
export function digestDelete({ digest }: { readonly digest: ChannelDigest }): Message {
  const { id: subscriptionId, name } = digest
  const lines: Span[][] = [
    [
      { text: `Delete “${digestName(name)}”`, style: 'bold' },
      ' in ',
      { channel: digest.channel },
      { text: '?', style: 'bold' },
    ],
    ...scheduleLines(digest),
    ['“Pause” keeps it, and posts nothing until “Resume”.'],
  ]
  return {
    text: summary(lines.map(mrkdwn)),
    blocks: [
      richText(lines),
      ...buttons([
        deleteButton({ subscriptionId, name }),
        digest.pausedFor === null
          ? button('Pause', { kind: 'digest_pause', subscriptionId }, { about: `Pause: ${digestName(name)}` })
          : null,
      ]),
    ],
  }
}

function addButton(first: boolean): Block[] {
  return buttons([
    first
      ? button('Set up a digest', { kind: 'digest_add' }, { style: 'primary' })
      : button('Add a digest', { kind: 'digest_add' }),
  ])
}

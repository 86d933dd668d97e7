/** Messages to the people responsible for a digest: it failed, may have arrived, needs an owner, or can run again. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { Reason } from '../../store/reason.ts'
import { button, buttons, heading, messageOf } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { bold, code, compact, digestName, type Line, richText, type Span } from '../kit/text.ts'
import { plannedLines, typeResume } from './digest-words.ts'
import { reasonFix, reasonSentence, reasonWords } from './reasons.ts'

interface DigestSlot {
  readonly name: string
  readonly channel: string
  /** ISO 8601 instant. */
  readonly slot: string
}

/** The digest is paused until a person fixes the cause. */
export function digestPaused({ reason, ...digest }: DigestSlot & { readonly reason: Reason }): Message {
  const fix = reasonFix(reason, typeResume)
  return failureNotice(
    `“${digestName(digest.name)}” is paused`,
    digest,
    compact<Line>([reasonSentence(reason)], fix !== null && [...fix]),
  )
}

/** One slot was not posted, and won't be; the next one will. @param hours how long it was tried; `null`: only once */
export function digestNotPosted({
  reason,
  hours,
  ...digest
}: DigestSlot & { readonly reason: Reason; readonly hours: number | null }): Message {
  return failureNotice(`“${digestName(digest.name)}” was not posted`, digest, [
    [
      hours === null
        ? reasonSentence(reason)
        : `Sightline tried for ${counted(hours, 'hour')}. Last problem: ${reasonWords(reason)}.`,
    ],
    [
      'The next one posts as usual. To post one now, type ',
      code('/sightline digest now'),
      ' in that channel.',
    ],
  ])
}

function failureNotice(headline: string, { channel, slot }: DigestSlot, lines: readonly Line[]): Message {
  const slotSpans: Span[] = ['The digest due ', { at: slot }, ' couldn’t be posted in ', { channel }, '.']
  return messageOf([heading(`⚠ ${headline}`), richText([slotSpans, ...lines])])
}

type UnknownDelivery = DigestSlot & { readonly deliveryId: string }

export function deliveryUnknown({ deliveryId, name, channel, slot }: UnknownDelivery): Message {
  const lines: Line[] = [
    ['Slack didn’t confirm the one due ', { at: slot }, ' in ', { channel }, '.'],
    ['Check the channel, and post it again only if it’s missing.'],
  ]
  return messageOf([
    heading(`⚠ Did “${digestName(name)}” arrive?`),
    richText(lines),
    ...buttons([postAgainButton({ deliveryId, name })]),
  ])
}

/** Asks for confirmation, because the digest may already be there. */
export function postAgainButton({ deliveryId, name }: Pick<UnknownDelivery, 'deliveryId' | 'name'>) {
  return button(
    'Post again',
    { kind: 'post_again', deliveryId },
    {
      of: digestName(name),
      asks: ['Post it again?', 'If it’s already in the channel, there will be two.'],
    },
  )
}

/**
 * Replaces the question once it is answered: what was done, and when the digest is scheduled.
 * @param by Slack id of the person who clicked
 * @param outcome `found`: it had arrived, and nothing was posted
 */
export function deliverySettled(digest: ChannelDigest, by: string, outcome: 'posted' | 'found'): Message {
  const digestSpans: Span[] = [`✓ “${digestName(digest.name)}” `]
  const where: Span = { channel: digest.channel }
  const lines: Line[] = [
    outcome === 'found'
      ? [...digestSpans, 'is in ', where, ' after all. Nothing was posted again.']
      : [...digestSpans, 'was posted again in ', where, ' by ', { user: by }, '.'],
    ...plannedLines(digest),
  ]
  return messageOf([richText(lines)])
}

/** @param gone Slack id of the former owner */
export function ownerWanted(name: string, gone: string, id: string): Message {
  const line: Span[] = [
    { user: gone },
    ' owned it and has left. It keeps posting, but nobody will know if something goes wrong.',
  ]
  return messageOf([
    heading(`Who will own “${digestName(name)}”?`),
    richText([line]),
    ...buttons([
      button('Own this digest', { kind: 'adopt_digest', id }, { style: 'primary', of: digestName(name) }),
    ]),
  ])
}

/** Replaces the question, for everybody: the new owner, and when the digest is scheduled. */
export function ownerFound(digest: ChannelDigest, owner: string): Message {
  const line: Span[] = [
    { user: owner },
    ` now owns “${digestName(digest.name)}” and will be notified if something goes wrong.`,
  ]
  return messageOf([richText([line, ...plannedLines(digest)])])
}

/**
 * @param how.again an earlier copy may have arrived
 * @param how.insteadOf Slack id of the person or channel that it was meant for; omitted: it is for its readers
 */
export function withPreface(
  message: Message,
  { again, insteadOf = null }: { readonly again: boolean; readonly insteadOf?: string | null },
): Message {
  const lines: Line[] = compact<Line>(
    insteadOf !== null && recipientLine(insteadOf),
    again && ['You may have seen this already: Slack didn’t confirm it.'],
  )
  return lines.length === 0 ? message : messageOf([richText(lines), ...message.blocks])
}

function recipientLine(id: string): Span[] {
  return /^[UW]/.test(id)
    ? ['For ', { user: id }, ', who couldn’t be reached:']
    : ['For ', { channel: id }, ', where Sightline couldn’t post:']
}

/** @param count digests that stopped when Sightline was removed */
export function restoreOffer({ count }: { readonly count: number }): Message {
  const line: Span[] = [
    `${counted(count, 'digest')} stopped when Sightline was removed from this workspace. Missed digests won’t be sent. To choose one by one, type `,
    code('/sightline digest list'),
    ' in a channel.',
  ]
  return messageOf([
    heading('Sightline is back. Restore its digests?'),
    richText([line]),
    ...buttons([
      button('Restore all digests', { kind: 'digests_restore' }, { style: 'primary', of: String(count) }),
    ]),
  ])
}

/**
 * Replaces the offer.
 * @param count 0: another person has already restored them, or they were deleted
 */
export function restored(count: number): Message {
  const line: Span[] =
    count === 0
      ? ['No digests are left to restore.']
      : [
          bold(`✓ ${counted(count, 'digest')} back on schedule.`),
          ' Missed digests won’t be sent. Sightline’s Home tab shows the schedules of those in your channels.',
        ]
  return messageOf([richText([line])])
}

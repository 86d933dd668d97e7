/** A digest that may or may not have arrived: asks a person to check the channel and decide. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { digestName, healthLine, scheduleLines } from '../home/home-digest.ts'
import { button, buttons, confirmation, heading, summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

interface UnknownDelivery {
  readonly deliveryId: string
  readonly name: string
  readonly channel: string
  /** ISO 8601 instant. */
  readonly slot: string
}

export function deliveryUnknown({ deliveryId, name, channel, slot }: UnknownDelivery): Message {
  const headline = `Did “${digestName(name)}” arrive?`
  const lines: Span[][] = [
    ['Slack didn’t confirm the one due ', { at: slot }, ' in ', { channel }, '.'],
    ['Check the channel, and post it again only if it’s missing.'],
  ]
  return {
    text: mrkdwn([`⚠ ${headline} `, ...lines.flatMap((line) => [...line, ' '])]).trim(),
    blocks: [heading(`⚠ ${headline}`), richText(lines), ...buttons([postAgainButton({ deliveryId, name })])],
  }
}

/** Asks for confirmation, because the digest may already be there. */
export function postAgainButton({ deliveryId, name }: Pick<UnknownDelivery, 'deliveryId' | 'name'>) {
  return button(
    'Post again',
    { kind: 'post_again', deliveryId },
    {
      about: `Post again: ${digestName(name)}`,
      confirm: confirmation(
        'Post it again?',
        'If it’s already in the channel, there will be two.',
        'Post again',
        'Cancel',
      ),
    },
  )
}

/** Replaces the question once it is answered: what was done, and when the digest is scheduled. */
export function deliverySettled({
  digest,
  by,
  outcome,
}: {
  readonly digest: ChannelDigest
  /** Slack id of the person who clicked. */
  readonly by: string
  /** `found`: it had arrived, and nothing was posted. */
  readonly outcome: 'posted' | 'found'
}): Message {
  const digestSpans: Span[] = [`✓ “${digestName(digest.name)}” `]
  const where: Span = { channel: digest.channel }
  const lines: Span[][] = [
    outcome === 'found'
      ? [...digestSpans, 'is in ', where, ' after all. Nothing was posted again.']
      : [...digestSpans, 'was posted again in ', where, ' by ', { user: by }, '.'],
    ...(digest.pausedFor === null ? scheduleLines(digest) : [healthLine(digest)]),
  ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

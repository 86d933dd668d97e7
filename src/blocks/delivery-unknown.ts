/** A digest of which nobody knows whether it arrived: put before a person, who looks and decides. */
import { button, buttons, confirmation, heading } from './elements.ts'
import type { Message } from './message.ts'
import { mrkdwn, richText, type Span } from './spans.ts'
import { oneLine } from './text.ts'

interface UnknownDelivery {
  readonly deliveryId: string
  readonly name: string
  /** Slack's id. */
  readonly channel: string
  /** ISO 8601 instant. */
  readonly slot: string
}

export function deliveryUnknown({ deliveryId, name, channel, slot }: UnknownDelivery): Message {
  const headline = `Did “${digestName(name)}” arrive?`
  const lines: Span[][] = [
    ['Slack did not say whether it took the one due ', { at: slot }, ' in ', { channel }, '.'],
    ['Look into the channel. Only if the digest is missing there, post it again.'],
  ]
  return {
    text: mrkdwn([`⚠ ${headline} `, ...lines.flatMap((line) => [...line, ' '])]).trim(),
    blocks: [heading(`⚠ ${headline}`), richText(lines), ...buttons([postAgainButton({ deliveryId, name })])],
  }
}

/** Asks before it posts what may be there already. */
export function postAgainButton({ deliveryId, name }: Pick<UnknownDelivery, 'deliveryId' | 'name'>) {
  return button(
    'Post again',
    { kind: 'post_again', deliveryId },
    {
      about: `Post again: ${digestName(name)}`,
      confirm: confirmation(
        'Post it again?',
        'If the digest is in the channel already, there will be two.',
        'Post again',
        'Cancel',
      ),
    },
  )
}

/** In the place of the question, once it has an answer. */
export function deliverySettled({
  name,
  channel,
  by,
  outcome,
}: Pick<UnknownDelivery, 'name' | 'channel'> & {
  /** Slack user id of who clicked. */
  readonly by: string
  /** `found`: it had arrived, and nothing was posted. */
  readonly outcome: 'posted' | 'found'
}): Message {
  const line: Span[] =
    outcome === 'found'
      ? [`✓ “${digestName(name)}” is in `, { channel }, ' after all. Nothing was posted again.']
      : [`✓ “${digestName(name)}” was posted again in `, { channel }, ' by ', { user: by }, '.']
  return { text: mrkdwn(line), blocks: [richText([line])] }
}

function digestName(name: string): string {
  return oneLine(name, 80, 'the digest')
}

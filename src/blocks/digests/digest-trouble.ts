/** What the owner of a digest is told when it did not arrive: what happened, and what to do. */

import type { Message } from '../../model/message.ts'
import { heading } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** Which digest, where, and which of its slots. */
interface DigestSlot {
  readonly name: string
  /** Slack's id. */
  readonly channel: string
  /** ISO 8601 instant. */
  readonly slot: string
}

/** What each of Slack's refusals means, and the next step. */
const refusals: Readonly<Record<string, { readonly cause: string; readonly step: readonly Span[] }>> = {
  not_in_channel: {
    cause: 'Sightline is not in this channel any more.',
    step: ['Type ', { text: '/invite @Sightline', style: 'code' }, ' there'],
  },
  channel_not_found: {
    cause: 'Sightline can’t see this channel: it was deleted, or it is private and Sightline is not in it.',
    step: ['Type ', { text: '/invite @Sightline', style: 'code' }, ' there'],
  },
  is_archived: { cause: 'This channel is archived.', step: ['Unarchive it'] },
  restricted_action: {
    cause: 'Only some people may post in this channel.',
    step: ['Ask an admin of the workspace to let Sightline post there'],
  },
  schedule_unreadable: {
    cause: 'Its schedule can’t be read: this Sightline does not know its time zone, for instance.',
    step: ['Set its schedule anew'],
  },
  missing_scope: {
    cause: 'Sightline lacks a permission in this workspace.',
    step: ['Ask whoever runs Sightline to install it again'],
  },
}

/** The digest is paused until somebody mends the cause. @param code Slack's error code */
export function digestPaused({ code, ...digest }: DigestSlot & { readonly code: string }): Message {
  const known = (Object.hasOwn(refusals, code) ? refusals[code] : undefined) ?? {
    cause: `Slack refuses it (${oneLine(code, 60, 'no code given')}).`,
    step: ['Ask whoever runs Sightline to look at the log'],
  }
  return told(`“${digestName(digest)}” is paused`, digest, [
    [known.cause],
    [...known.step, ', then type ', { text: '/sightline digest resume', style: 'code' }, ' in that channel.'],
  ])
}

/** One slot was not posted, and won't be; the digest goes on. @param reason in words */
export function digestNotPosted({ reason, ...digest }: DigestSlot & { readonly reason: string }): Message {
  return told(`“${digestName(digest)}” was not posted`, digest, [
    [oneLine(reason, 600, 'No reason is known.')],
    [
      'The next one comes as usual. For one now, type ',
      { text: '/sightline digest now', style: 'code' },
      ' in that channel.',
    ],
  ])
}

function told(headline: string, { channel, slot }: DigestSlot, lines: readonly Span[][]): Message {
  const which: Span[] = ['The one due ', { at: slot }, ' could not be posted in ', { channel }, '.']
  return {
    text: mrkdwn([`⚠ ${headline}. `, ...[which, ...lines].flatMap((line) => [...line, ' '])]).trim(),
    blocks: [heading(`⚠ ${headline}`), richText([which, ...lines])],
  }
}

function digestName({ name }: DigestSlot): string {
  return oneLine(name, 80, 'The digest')
}

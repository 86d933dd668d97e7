/** Tells a digest's owner that it wasn't posted: what happened, and what to do. */

import type { Message } from '../../model/message.ts'
import type { Reason } from '../../store/reason.ts'
import { digestName } from '../home/home-digest.ts'
import { heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { reasonFix, reasonSentence, reasonWords } from './reasons.ts'

interface DigestSlot {
  readonly name: string
  readonly channel: string
  /** ISO 8601 instant. */
  readonly slot: string
}

/** The digest is paused until a person fixes the cause. */
export function digestPaused({ reason, ...digest }: DigestSlot & { readonly reason: Reason }): Message {
  const next = ['type ', { text: '/sightline digest resume', style: 'code' }, ' in that channel'] as const
  const fix = reasonFix(reason, next)
  return failureNotice(`“${digestName(digest.name)}” is paused`, digest, [
    [reasonSentence(reason)],
    ...(fix === null ? [] : [[...fix]]),
  ])
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
      { text: '/sightline digest now', style: 'code' },
      ' in that channel.',
    ],
  ])
}

function failureNotice(headline: string, { channel, slot }: DigestSlot, lines: readonly Span[][]): Message {
  const slotSpans: Span[] = ['The digest due ', { at: slot }, ' couldn’t be posted in ', { channel }, '.']
  return {
    text: mrkdwn([`⚠ ${headline}. `, ...[slotSpans, ...lines].flatMap((line) => [...line, ' '])]).trim(),
    blocks: [heading(`⚠ ${headline}`), richText([slotSpans, ...lines])],
  }
}

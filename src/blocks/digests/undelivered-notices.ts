/** Notices about a channel's digests that reached nobody, for readers of the channel's status and digest history. */
import type { UndeliveredNotice } from '../../model/digest.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { reasonWords } from './reasons.ts'

const news: Readonly<Record<UndeliveredNotice['kind'], string>> = {
  paused: 'it is paused',
  not_posted: 'one wasn’t posted',
  unknown: 'one may not have arrived',
  owner_wanted: 'it has no owner',
  restore: 'it stopped when Sightline was removed from this workspace',
}

export function undeliveredLines(undelivered: readonly UndeliveredNotice[]): Span[][] {
  return undelivered.map(({ name, kind, reason, at }) => [
    { text: `⚠ Nobody could be notified about “${oneLine(name, 80, 'the digest')}”: `, style: 'bold' },
    `${news[kind]} (${reasonWords(reason)}, `,
    { at },
    ').',
  ])
}

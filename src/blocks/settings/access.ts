/** Tells the person who installed Sightline, or somebody else, that Slack ends its access, or accepts it again. */

import type { Message } from '../../model/message.ts'
import { heading, messageOf } from '../kit/elements.ts'
import { type Line, richText, type Span } from '../kit/text.ts'

/** @param ends.endsAt ISO 8601 instant; @param ends.address the page with "Add to Slack" */
export function accessEnds(ends: { readonly endsAt: string; readonly address: string }): Message {
  const lines: Line[] = [
    ['Slack didn’t renew its access, which ends ', { at: ends.endsAt }, '.'],
    [
      { text: 'Add Sightline to Slack again', link: ends.address },
      '. Digests, tasks and settings stay as they are.',
    ],
  ]
  return messageOf([heading('⚠ Sightline is about to lose access to this workspace'), richText(lines)])
}

/** @param times ISO 8601 instants */
export function reconnected(times: { readonly since: string; readonly until: string }): Message {
  const line: Span[] = [
    'Slack refused it from ',
    { at: times.since },
    ' to ',
    { at: times.until },
    '. What was waiting is being sent now. Owners are told about digests that are too late to send.',
  ]
  return messageOf([heading('Sightline is back'), richText([line])])
}

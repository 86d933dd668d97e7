/** Slack no longer renews Sightline's token: tells the person who installed it while the old token still works. */
import type { Message } from '../../model/message.ts'
import { heading } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/** @param ends.endsAt ISO 8601 instant; @param ends.address the page with "Add to Slack" */
export function accessEnds(ends: { readonly endsAt: string; readonly address: string }): Message {
  const headline = '⚠ Sightline is about to lose access to this workspace'
  const lines: Span[][] = [
    ['Slack didn’t renew its access, which ends ', { at: ends.endsAt }, '.'],
    [
      { text: 'Add Sightline to Slack again', link: ends.address },
      '. Digests, tasks and settings stay as they are.',
    ],
  ]
  return {
    text: mrkdwn([`${headline}. `, ...lines.flatMap((line) => [...line, ' '])]).trim(),
    blocks: [heading(headline), richText(lines)],
  }
}

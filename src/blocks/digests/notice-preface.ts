/** The lines above a notice that may have been sent before, or was meant for a recipient who can't be reached. */
import type { Message } from '../../model/message.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/**
 * @param how.again an earlier copy may have arrived
 * @param how.insteadOf Slack id of the person or channel that it was meant for; `null`: it is for its readers
 */
export function withPreface(
  { text, blocks }: Message,
  { again, insteadOf }: { readonly again: boolean; readonly insteadOf: string | null },
): Message {
  const lines: Span[][] = [
    ...(insteadOf === null ? [] : [recipientLine(insteadOf)]),
    ...(again ? [['You may have seen this already: Slack didn’t confirm it.']] : []),
  ]
  if (lines.length === 0) return { text, blocks }
  return {
    text: `${mrkdwn(lines.flatMap((line) => [...line, ' ']))}${text}`,
    blocks: [richText(lines), ...blocks],
  }
}

function recipientLine(id: string): Span[] {
  return /^[UW]/.test(id)
    ? ['For ', { user: id }, ', who couldn’t be reached:']
    : ['For ', { channel: id }, ', where Sightline couldn’t post:']
}

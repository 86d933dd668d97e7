/** After Sightline came back to a workspace: its digests stand still, and whoever installed it is asked about them. */
import { button, buttons, heading } from './elements.ts'
import type { Message } from './message.ts'
import { counted } from './numbers.ts'
import { mrkdwn, richText, type Span } from './spans.ts'

/** @param count digests that stopped when Sightline was taken out */
export function restoreOffer({ count }: { readonly count: number }): Message {
  const headline = 'Sightline is back. Should its digests come again?'
  const line: Span[] = [
    `${counted(count, 'digest')} stopped when Sightline was taken out of this workspace. What was missed meanwhile is not sent. To choose one by one, type `,
    { text: '/sightline digest list', style: 'code' },
    ' in a channel.',
  ]
  return {
    text: mrkdwn([`${headline} `, ...line]),
    blocks: [
      heading(headline),
      richText([line]),
      ...buttons([
        button(
          'Restore all digests',
          { kind: 'digests_restore' },
          { style: 'primary', about: `Restore all digests: ${count}` },
        ),
      ]),
    ],
  }
}

/** In the place of the offer. @param count how many run again; none: somebody was faster, or they were deleted */
export function restored({ count }: { readonly count: number }): Message {
  const line: Span[] =
    count === 0
      ? ['No digest stands still any more because Sightline was taken out.']
      : [`${counted(count, 'digest')} will come again, each at its usual time.`]
  return { text: mrkdwn(line), blocks: [richText([line])] }
}

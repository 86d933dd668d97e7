/** Sightline is installed again in a workspace: the person who installed it is asked whether its digests resume. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { digestTitle, timesLine } from '../home/home-digest.ts'
import { button, buttons, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/** @param count digests that stopped when Sightline was removed */
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

/** One that runs again. */
type Restored = Pick<ChannelDigest, 'name' | 'channel' | 'schedule' | 'nextRuns'>

/** Beyond this many, digests are only counted. */
const listed = 10

/**
 * In the place of the offer: each digest with its time zone and its next runs, the one that comes first at the top.
 * None at all: somebody was faster, or they were deleted.
 * @param digests those that the readers may know of
 * @param elsewhere how many more run again, in channels that are not theirs to see
 */
export function restored({
  digests,
  elsewhere,
}: {
  readonly digests: readonly Restored[]
  readonly elsewhere: number
}): Message {
  const count = digests.length + elsewhere
  const left = digests.slice(listed)
  const lines: Span[][] =
    count === 0
      ? [['No digest stands still any more because Sightline was taken out.']]
      : [
          [
            {
              text: `✓ ${counted(count, 'digest')} will come again, each at its usual time.`,
              style: 'bold',
            },
            ' What was missed meanwhile is not sent.',
          ],
          ...digests
            .slice(0, listed)
            .map((digest) => ['• ', ...digestTitle(digest), ': ', ...timesLine(digest)]),
          ...moreLine(left),
          ...(elsewhere === 0 ? [] : [elsewhereLine(elsewhere, digests.length > 0)]),
        ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

function moreLine(left: readonly Restored[]): Span[][] {
  if (left.length === 0) return []
  const first = left[0]?.nextRuns[0]
  return [
    [
      `${counted(left.length, 'more digest')} will come again after these`,
      ...(first === undefined ? [] : [', from ', { at: first }, ' on']),
      '; ',
      { text: '/sightline digest list', style: 'code' },
      ' tells when, in their channels.',
    ],
  ]
}

function elsewhereLine(elsewhere: number, alsoHere: boolean): Span[] {
  const list: Span = { text: '/sightline digest list', style: 'code' }
  if (!alsoHere) return ['When, ', list, ' tells in their channels.']
  return [
    `${counted(elsewhere, 'more digest')} will come again in other channels; `,
    list,
    ' tells when, there.',
  ]
}

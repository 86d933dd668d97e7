/** After a reinstallation, asks the person who installed Sightline whether the workspace's digests should resume. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { digestTitle, timesLine } from '../home/home-digest.ts'
import { button, buttons, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/** @param count digests that stopped when Sightline was removed */
export function restoreOffer({ count }: { readonly count: number }): Message {
  const headline = 'Sightline is back. Restore its digests?'
  const line: Span[] = [
    `${counted(count, 'digest')} stopped when Sightline was removed from this workspace. Missed digests won’t be sent. To choose one by one, type `,
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

type Restored = Pick<ChannelDigest, 'name' | 'channel' | 'schedule' | 'nextRuns'>

const listed = 10

/**
 * Replaces the offer: each digest with its schedule and its next runs. If there are none, another person has already
 * restored them, or they were deleted.
 * @param digests those that all readers may see, sorted by next run
 * @param elsewhere how many more run again, in channels that not all readers may see
 */
export function restored({
  digests,
  elsewhere,
}: {
  readonly digests: readonly Restored[]
  readonly elsewhere: number
}): Message {
  const count = digests.length + elsewhere
  const unlisted = digests.slice(listed)
  const lines: Span[][] =
    count === 0
      ? [['No digests are left to restore.']]
      : [
          [
            {
              text: `✓ ${counted(count, 'digest')} back on schedule.`,
              style: 'bold',
            },
            ' Missed digests won’t be sent.',
          ],
          ...digests
            .slice(0, listed)
            .map((digest) => ['• ', ...digestTitle(digest), ': ', ...timesLine(digest)]),
          ...moreLine(unlisted),
          ...(elsewhere === 0 ? [] : [elsewhereLine(elsewhere, digests.length > 0)]),
        ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

function moreLine(unlisted: readonly Restored[]): Span[][] {
  if (unlisted.length === 0) return []
  const first = unlisted[0]?.nextRuns[0]
  return [
    [
      `${counted(unlisted.length, 'more digest')} after these`,
      ...(first === undefined ? [] : [', from ', { at: first }, ' on']),
      '. Type ',
      listCommand,
      ' in a channel to see its times.',
    ],
  ]
}

function elsewhereLine(elsewhere: number, alsoHere: boolean): Span[] {
  const when: Span[] = ['Type ', listCommand, ' in their channels to see when.']
  return alsoHere
    ? [`${counted(elsewhere, 'more digest is', 'more digests are')} back in other channels. `, ...when]
    : when
}

const listCommand: Span = { text: '/sightline digest list', style: 'code' }

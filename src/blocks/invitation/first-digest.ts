/** A channel's first digest, set up with one click: its preview and schedule, for the person who clicked. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import type { DigestMessages } from '../digest/data.ts'
import { deleteButton } from '../digests/digest-list.ts'
import { digestName, healthLine, scheduleLines } from '../home/home-digest.ts'
import { compose } from '../kit/budget.ts'
import { button, buttons, confirmation, context, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

interface FirstDigest {
  readonly digest: ChannelDigest
  /** Slack id of another person who set it up earlier; `null`: this person did, or it is unknown. */
  readonly setUpBy: string | null
  /** Whether other companies are in the channel. */
  readonly isShared: boolean
  readonly preview: Pick<DigestMessages, 'main' | 'replies'>
}

/** What was done comes last, because people see the end of a long message. */
export function firstDigest({ digest, setUpBy, isShared, preview: { main, replies } }: FirstDigest): Message {
  const { id: subscriptionId, channel } = digest
  const name = digestName(digest.name)
  const lines: Span[][] = [
    setUpBy === null
      ? [{ text: `✓ “${name}” is set up for `, style: 'bold' }, { channel }, '.']
      : [{ user: setUpBy }, ` already set up “${name}” here.`],
    ...(digest.pausedFor === null ? scheduleLines(digest) : [healthLine(digest)]),
    ...(isShared ? [sharedChannel(channel, 'this digest')] : []),
  ]
  const { blocks } = compose([
    {
      items: main.blocks.map((block) => ({ blocks: [block] })),
      more: (omittedCount) => [context(`No room in this preview for ${counted(omittedCount, 'more part')}.`)],
    },
    {
      lead: [
        ...(replies.length === 0
          ? []
          : [context(`${counted(replies.length, 'more message')} would be in its thread.`)]),
        { type: 'divider' },
        richText(lines),
        ...buttons([
          button(
            'Post now',
            { kind: 'digest_now', subscriptionId },
            {
              style: 'primary',
              about: `Post now: ${name}`,
              confirm: confirmation(
                'Post it now?',
                `Everyone in this channel will see “${name}”. The next one still posts as planned.`,
                'Post now',
                'Cancel',
              ),
            },
          ),
          button('Edit', { kind: 'digest_edit', subscriptionId }, { about: `Edit: ${name}` }),
          deleteButton({ subscriptionId, name: digest.name }),
        ]),
      ],
    },
  ])
  return { text: summary([...lines.map(mrkdwn), main.text]), blocks }
}

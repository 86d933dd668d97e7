/** A digest tried out: for one person, or posted as a test. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { healthLine, scheduleLines } from '../home/home-digest.ts'
import { compose } from '../kit/budget.ts'
import { button, buttons, confirmation, context, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import type { DigestMessages } from './digest.ts'

/** What it would say now, for the one who asked. */
export function digestTest({
  subscriptionId,
  digest: { main, replies },
}: {
  readonly subscriptionId: string
  readonly digest: DigestMessages
}): Message {
  const { blocks } = compose([
    {
      items: main.blocks.map((block) => ({ blocks: [block] })),
      more: (left) => [context(`No room in this preview for ${counted(left, 'more part')}.`)],
    },
    {
      lead: [
        ...(replies.length === 0
          ? []
          : [context(`${counted(replies.length, 'more message')} would be in its thread.`)]),
        ...buttons([
          button(
            'Post this preview',
            { kind: 'digest_test_post', subscriptionId },
            {
              confirm: confirmation(
                'Post this preview?',
                'Everyone in the digest’s channel will see it, marked as a preview. The scheduled one still posts.',
                'Post preview',
                'Cancel',
              ),
            },
          ),
        ]),
      ],
    },
  ])
  return { text: main.text, blocks }
}

/** The test is in the channel, and the real one comes as planned. `channel` is Slack's id. */
export function testPosted({
  channel,
  digest,
}: {
  readonly channel: string
  readonly digest: ChannelDigest
}): Message {
  const lines: Span[][] = [
    ['✓ Preview posted in ', { channel }, ', marked as a preview.'],
    ...(digest.pausedFor === null ? scheduleLines(digest) : [healthLine(digest)]),
  ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

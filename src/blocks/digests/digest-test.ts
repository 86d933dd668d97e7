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
      more: (left) => [context(`${counted(left, 'more part')} of it: no room in this preview.`)],
    },
    {
      lead: [
        ...(replies.length === 0
          ? []
          : [context(`${counted(replies.length, 'more message')} would stand in its thread.`)]),
        ...buttons([
          button(
            'Post it here as a test',
            { kind: 'digest_test_post', subscriptionId },
            {
              confirm: confirmation(
                'Post a test?',
                'Everybody in the digest’s channel sees it, labelled as a test. The real one comes as planned.',
                'Post the test',
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
    ['✓ The test is posted in ', { channel }, ', labelled as one, for everybody there.'],
    ...(digest.pausedFor === null ? scheduleLines(digest) : [healthLine(digest)]),
  ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message, ModalView } from '../../model/message.ts'
import type { DigestMessages } from '../digest/data.ts'
import { healthLine, scheduleLines } from '../home/home-digest.ts'
import { compose } from '../kit/budget.ts'
import { button, buttons, confirmation, context, plainText, summary } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { contentModal, readableInModal } from '../kit/modal.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

export const previewTitle = 'Preview'

/** What the digest would say now, for the person who asked. */
export function digestPreview({
  subscriptionId,
  digest: { main, replies },
}: {
  readonly subscriptionId: string
  readonly digest: DigestMessages
}): Message {
  const { blocks } = compose([
    {
      items: main.blocks.map((block) => ({ blocks: [block] })),
      more: (omittedCount) => [context(`No room in this preview for ${counted(omittedCount, 'more part')}.`)],
    },
    {
      lead: [
        ...(replies.length === 0 ? [] : [context(inThread(replies.length))]),
        ...buttons([
          button(
            'Post now',
            { kind: 'digest_now', subscriptionId },
            {
              confirm: confirmation(
                'Post it now?',
                'Everyone in the digest’s channel will see it. The scheduled one still posts.',
                'Post now',
                'Cancel',
              ),
            },
          ),
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

/** The same in a modal, without buttons. */
export function digestPreviewModal({ main, replies }: Pick<DigestMessages, 'main' | 'replies'>): ModalView {
  const blocks = [
    ...readableInModal(main),
    ...(replies.length === 0 ? [] : [context(inThread(replies.length))]),
  ]
  return {
    ...contentModal(previewTitle, blocks.slice(0, limits.modal.blocks)),
    close: plainText('Back', limits.modal.title),
  }
}

function inThread(replies: number): string {
  return `${counted(replies, 'more message')} would be in its thread.`
}

/** Tells a person that the preview was posted, and when the digest is scheduled. `channel` is Slack's id. */
export function previewPosted({
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

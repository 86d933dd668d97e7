/** A digest before it is posted, for the person who asked, and what was posted. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import type { DigestMessages } from '../digest/data.ts'
import { contentModal, readableInModal } from '../forms/modal.ts'
import { button, buttons, context, listMessage, messageOf, sharedChannel } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { bold, compact, digestName, type Line, richText } from '../kit/text.ts'
import { plannedLines } from './digest-words.ts'

export const previewTitle = 'Preview'

function previewed({ main, replies }: DigestMessages, end: readonly Block[]): Message {
  return listMessage({
    items: main.blocks,
    more: (count) => `No room in this preview for ${counted(count, 'more part')}.`,
    end: [replies.length > 0 && context(inThread(replies.length)), ...end],
  })
}

export function digestPreview(id: string, digest: DigestMessages): Message {
  return previewed(digest, buttons([postNowButton(id)]))
}

function postNowButton(id: string, look: { readonly style?: 'primary'; readonly of?: string } = {}) {
  const sentence = 'Everyone in the digest’s channel will see it. The scheduled one still posts.'
  return button('Post now', { kind: 'digest_now', id }, { ...look, asks: ['Post it now?', sentence] })
}

/** The same in a modal, without buttons. */
export function digestPreviewModal({ main, replies }: DigestMessages): ModalView {
  const blocks = [...readableInModal(main), replies.length > 0 && context(inThread(replies.length))]
  return contentModal(previewTitle, blocks.slice(0, limits.modal.blocks), { close: 'Back' })
}

function inThread(replies: number): string {
  return `${counted(replies, 'more message')} would be in its thread.`
}

export function digestPosted(digest: ChannelDigest): Message {
  const posted: Line = ['✓ Digest posted in ', { channel: digest.channel }, '.']
  return messageOf([richText([posted, ...plannedLines(digest)])])
}

interface FirstDigest {
  readonly digest: ChannelDigest
  /** Slack id of another person who set it up earlier; `null`: this person did, or it is unknown. */
  readonly setUpBy: string | null
  /** Whether other companies are in the channel. */
  readonly isShared: boolean
  readonly preview: DigestMessages
}

/** What was done comes last, because people see the end of a long message. */
export function firstDigest({ digest, setUpBy, isShared, preview }: FirstDigest): Message {
  const { id, channel } = digest
  const name = digestName(digest.name)
  const lines: Line[] = compact(
    setUpBy === null
      ? [bold(`✓ “${name}” is set up for `), { channel }, '.']
      : [{ user: setUpBy }, ` already set up “${name}” here.`],
    ...plannedLines(digest),
    isShared && sharedChannel(channel, 'this digest'),
  )
  return previewed(preview, [
    { type: 'divider' },
    richText(lines),
    ...buttons([
      postNowButton(id, { style: 'primary', of: name }),
      button('Edit', { kind: 'digest_edit', id }, { of: name }),
      button('Delete…', { kind: 'digest_delete_ask', id }, { style: 'danger', of: name }),
    ]),
  ])
}

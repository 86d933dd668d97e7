/** The small line above an answer: how the question was read, and which channel it is about. */
import type { ContextBlock } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { messageOf } from '../kit/block-text.ts'
import { code, compact, type Line, styled } from '../kit/spans.ts'
import { clip } from '../kit/text.ts'

interface Lead {
  readonly readAs?: string
  /** Slack's id of the channel whose figures these are. */
  readonly about?: string
  /** Slack's id of the channel, which other companies share: only the person who asked sees the answer. */
  readonly onlyFor?: string
}

/** Adds the line above a message. Every message leaves room for it (`limits.message`). */
export function withLead(message: Message, { readAs, about, onlyFor }: Lead): Message {
  const parts: Line[] = compact<Line>(
    readAs !== undefined && ['Read as: ', code(clip(readAs, 200))],
    about !== undefined && ['About ', { channel: about }, '. To change it, write ', code('channel'), '.'],
    onlyFor !== undefined && ['Only you see this: other companies may be in ', { channel: onlyFor }, '.'],
  )
  if (parts.length === 0) return message
  const line = parts.map(styled).join(' · ')
  const block: ContextBlock = {
    type: 'context',
    ...(about === undefined ? {} : { block_id: `${aboutPrefix}${about}` }),
    elements: [{ type: 'mrkdwn', text: line, verbatim: true }],
  }
  return messageOf([block, ...message.blocks])
}

const aboutPrefix = 'about.'

/** The channel that a message says it is about; `null`: it names none. */
export function aboutIn(blocks: readonly Block[]): string | null {
  const id = blocks.find(({ block_id }) => block_id?.startsWith(aboutPrefix))?.block_id
  return id === undefined ? null : id.slice(aboutPrefix.length)
}

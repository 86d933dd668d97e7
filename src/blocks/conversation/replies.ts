/** What is said in a conversation besides answers: how it was read, courtesies, and which channel it is about. */

import type { ContextBlock } from '@slack/types'
import type { Block, Message } from '../../model/message.ts'
import { button, context, heading, messageOf, row } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { problemMessage, type Suggestion } from '../kit/problem.ts'
import { clip, code, compact, type Line, oneLine, richText, type Span, styled } from '../kit/text.ts'

/** @param suggestions one to three, the likeliest first; @param sentence why the question itself can't be answered */
export function chooseReading(
  suggestions: readonly Suggestion[],
  sentence = suggestions.length === 1 ? 'Did you mean this?' : 'Did you mean one of these?',
): Message {
  return problemMessage({ sentence, reference: null, suggestions })
}

export type Proposed = keyof typeof reasons

const reasons = {
  'opens a form': 'This opens a form. Nothing changes until you save it.',
  'changes something': 'This needs your confirmation. Nothing happens until you click and confirm.',
  'is for one person': 'Click to see this. Only you will see it.',
} as const

export function proposal(text: string, why: Proposed): Message {
  return problemMessage({
    sentence: reasons[why],
    reference: null,
    suggestions: [{ text, asks: why === 'changes something' }],
  })
}

/** @param question as typed after `/sightline `. @param isDirect nobody else reads it here */
export function sharedHere(question: string, isDirect: boolean): Message {
  return isDirect
    ? problemMessage({
        sentence: 'To share it, type this in the channel, then click “Share to channel”.',
        reference: null,
        usage: `/sightline ${question}`,
      })
    : problemMessage({ sentence: 'Everyone in this channel can already read it here.', reference: null })
}

export const courtesyReply = () =>
  reply('Glad to help. Ask me “How are we doing?” or “What should we do?”, or write “help”.')

export const stoppedReply = () => reply('Stopped. This question gets no answer; ask again when you like.')

function reply(...spans: readonly Span[]): Message {
  return messageOf([richText([spans])])
}

/** Shown while the answer, which will replace it, takes longer than a moment. */
export const workingMessage = () => messageOf([context('Looking it up… one moment.')])

/** Shown before a slow answer that can’t replace it: it stays, so it must still be true then. */
export const slowAnswerMessage = () =>
  messageOf([context('Looking it up takes a few seconds. The answer follows.')])

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

interface ChannelChoice {
  /** Slack's ids, the likeliest first. */
  readonly channels: readonly string[]
  /** The current choice; `null`: none. */
  readonly chosen: string | null
  /** The question to answer once a channel is chosen; `''`: none. */
  readonly question: string
}

/** Each takes a block. A person with more channels can write a name. */
const listed = 10
const how = 'Sightline remembers your choice. To change it, write “channel”.'
const byName = 'write “channel” and its name, for example “channel #marketing”'

export function channelChoice({ channels, chosen, question }: ChannelChoice): Message {
  const shown = channels.slice(0, listed)
  const omittedCount = channels.length - shown.length
  const line = (channel: string): Span[] => [{ channel }, channel === chosen ? ' (current)' : '']
  return messageOf([
    heading('Which channel are your questions about?'),
    ...shown.map((channel, index) =>
      row(
        [line(channel)],
        // A question that is too long for the button has to be asked again.
        button('Use this channel', { kind: 'use_channel', channel, question }, { index }) ??
          button('Use this channel', { kind: 'use_channel', channel, question: '' }, { index }),
      ),
    ),
    context(omittedCount > 0 && `${counted(omittedCount, 'more channel')}: ${byName}.`, how),
  ])
}

export const noChannels = () =>
  reply(
    'None of the channels you share with Sightline has its own settings or digest, so your questions here are about this workspace’s analysis.',
  )

export const channelChosen = (channel: string) =>
  reply('Your questions here are about ', { channel }, ' now. To change that, write “channel”.')

export function channelUnusable(name: string): Message {
  const place = name === '' ? 'that channel' : `“${oneLine(name, 80)}”`
  return reply(
    `Sightline didn’t find ${place} among the channels that you’re both in. Join it and invite Sightline there, or choose another: write `,
    code('channel'),
    '.',
  )
}

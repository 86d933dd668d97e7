/** Asks which channel a person's direct messages are about. */
import type { Message } from '../../model/message.ts'
import { messageOf } from '../kit/block-text.ts'
import { button, context, heading, row } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { code, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

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
const title = 'Which channel are your questions about?'
const how = 'Sightline remembers your choice. To change it, write “channel”.'
const byName = 'write “channel” and its name, for example “channel #marketing”'

export function channelChoice({ channels, chosen, question }: ChannelChoice): Message {
  const shown = channels.slice(0, listed)
  const omittedCount = channels.length - shown.length
  const line = (channel: string): Span[] => [{ channel }, channel === chosen ? ' (current)' : '']
  return messageOf([
    heading(title),
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

export function noChannels(): Message {
  const line =
    'None of the channels you share with Sightline has its own settings or digest, so your questions here are about this workspace’s analysis.'
  return messageOf([richText([[line]])])
}

export function channelChosen(channel: string): Message {
  const spans: Span[] = [
    'Your questions here are about ',
    { channel },
    ' now. To change that, write “channel”.',
  ]
  return messageOf([richText([spans])])
}

export function channelUnusable(name: string): Message {
  const spans: Span[] = [
    `You and Sightline aren’t both in ${name === '' ? 'that channel' : `“${oneLine(name, 80)}”`}. Join it and invite Sightline there, or choose another: write `,
    code('channel'),
    '.',
  ]
  return messageOf([richText([spans])])
}

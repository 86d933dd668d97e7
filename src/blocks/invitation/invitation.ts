/** How Sightline introduces itself: in a channel that it was invited to, and to a person. */

import type { Message } from '../../model/message.ts'
import {
  button,
  buttons,
  commandButton,
  context,
  contextOf,
  heading,
  messageOf,
  sharedChannel,
} from '../kit/elements.ts'
import { code, compact, type Line, oneLine, richText, type Span } from '../kit/text.ts'

const headline = 'Sightline shows how visible your brand is in AI answers'
const command: Span = code('/sightline')

const connectionMissing: Span[] = [
  'Your analytics aren’t connected yet. An admin of this workspace can do that: click “Connect analytics”, or type ',
  code('/sightline connect'),
  '.',
]

interface Invitation {
  readonly channel: string
  readonly isConnected: boolean
  /** Whether other companies are in the channel. */
  readonly isShared: boolean
}

/** The channel’s first digest. */
interface AcceptedInvitation {
  /** Slack user id; `null`: unknown. */
  readonly by: string | null
  /** In words. */
  readonly schedule: string
  readonly isPaused: boolean
  /** How many more digests the channel has. */
  readonly others: number
}

export function invitation({ channel, isConnected, isShared }: Invitation): Message {
  const lines: Line[] = compact(
    [
      'Ask where you stand, what Reddit says or what to do next: type ',
      command,
      '. Only you see the answer.',
    ],
    ['Or get a digest here every week, with what changed and what to do.'],
    !isConnected && connectionMissing,
  )
  return messageOf([
    heading(headline),
    richText(lines),
    ...buttons([
      isConnected
        ? commandButton('Where do we stand?', 'visibility')
        : commandButton('Connect analytics', 'connect', { style: 'primary' }),
      button('Set up a weekly digest', { kind: 'first_digest' }, isConnected ? { style: 'primary' } : {}),
    ]),
    isShared && contextOf(sharedChannel(channel, 'what Sightline posts here')),
  ])
}

/** Replaces the invitation while the channel has digests. */
export function invitationAccepted({ by, schedule, isPaused, others }: AcceptedInvitation): Message {
  const time = isPaused ? 'It is paused' : oneLine(schedule, 300, 'At an unknown time')
  const lines: Line[] = [
    [
      ...(by === null ? ['A digest is set up here.'] : [{ user: by }, ' set up a digest here.']),
      ` ${time}.${others === 0 ? '' : ` There ${others === 1 ? 'is 1 more' : `are ${others} more`}.`}`,
    ],
    ['To change it, type ', code('/sightline digest'), '.'],
  ]
  return messageOf([
    heading(headline),
    richText(lines),
    ...buttons([commandButton('Where do we stand?', 'visibility')]),
  ])
}

export function welcome({ isConnected }: { readonly isConnected: boolean }): Message {
  const lines: Line[] = compact(
    [
      'Ask here in your own words: “how are we doing on Perplexity?”, “why did we drop?”, “who is ahead of us?”',
    ],
    ['In a channel, mention Sightline or type ', code('/sightline'), '.'],
    ['For a digest every week, invite it to a channel: ', code('/invite @Sightline'), '.'],
    !isConnected && connectionMissing,
  )
  return messageOf([
    heading(headline),
    richText(lines),
    ...buttons([
      isConnected
        ? commandButton('Where do we stand?', 'visibility', { style: 'primary' })
        : commandButton('Connect analytics', 'connect', { style: 'primary' }),
      commandButton('What can you do?', 'help', { index: 1 }),
      commandButton('Privacy', 'help privacy', { index: 2 }),
    ]),
    context('You get this message once.'),
  ])
}

const privacyTitle = 'What Sightline reads and keeps'
const privacyLines: readonly string[] = [
  'It reads what is written to it: commands, mentions, direct messages and clicks. In channels it looks only for its own messages, where Slack didn’t confirm them.',
  'It keeps what people set up (digests, channel settings, notes, tasks) and who did what, by Slack’s ids: no names, no e-mail addresses. Your words are kept until they are answered.',
  'Only Slack and your analytics service receive data. No language model is used, unless you ask through Slackbot, which is one.',
  'What people set up stays until your workspace is erased. History is deleted after 400 days, unless your Sightline admin chose otherwise.',
  'To have everything of your workspace erased, ask your Sightline admin. Removing the app erases its access to Slack at once.',
]

/** The short form of docs/privacy.md. */
export function privacy(): Message {
  return messageOf([heading(privacyTitle), richText(privacyLines.map((line): Span[] => [`• ${line}`]))])
}

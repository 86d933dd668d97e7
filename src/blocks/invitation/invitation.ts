/** How Sightline introduces itself in a channel that it was invited to. */
import type { Message } from '../../model/message.ts'
import { button, buttons, contextOf, heading, summary } from '../kit/elements.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export const headline = 'Sightline shows how visible your brand is in AI answers'
const command: Span = { text: '/sightline', style: 'code' }

export const connectionMissing: Span[] = [
  'Your analytics aren’t connected yet. An admin of this workspace can do that: click “Connect analytics”, or type ',
  { text: '/sightline connect', style: 'code' },
  '.',
]

export interface Invitation {
  /** Slack's id. */
  readonly channel: string
  /** Whether the workspace has an API key of the analytics service. */
  readonly isConnected: boolean
  /** Whether other companies are in the channel. */
  readonly isShared: boolean
}

export function invitation({ channel, isConnected, isShared }: Invitation): Message {
  const lines: Span[][] = [
    [
      'Ask where you stand, what Reddit says or what to do next: type ',
      command,
      '. Only you see the answer.',
    ],
    ['Or get a digest here every week, with what changed and what to do.'],
    ...(isConnected ? [] : [connectionMissing]),
  ]
  const shared = isShared ? [sharedChannel(channel, 'what Sightline posts here')] : []
  return {
    text: summary([[headline], ...lines, ...shared].map(mrkdwn)),
    blocks: [
      heading(headline),
      richText(lines),
      ...buttons([
        isConnected
          ? button('Where do we stand?', { kind: 'run_verb', text: 'visibility' })
          : button('Connect analytics', { kind: 'run_verb', text: 'connect' }, { style: 'primary' }),
        button('Set up a weekly digest', { kind: 'first_digest' }, isConnected ? { style: 'primary' } : {}),
      ]),
      ...shared.map(contextOf),
    ],
  }
}

/**
 * Replaces the invitation once a digest is set up.
 * @param by Slack user id
 * @param schedule in words
 */
export function invitationAccepted({
  by,
  schedule,
}: {
  readonly by: string
  readonly schedule: string
}): Message {
  const lines: Span[][] = [
    [{ user: by }, ` set up a digest here. ${oneLine(schedule, 300, 'At an unknown time')}.`],
    ['To change it, type ', { text: '/sightline digest', style: 'code' }, '.'],
  ]
  return {
    text: summary([[headline], ...lines].map(mrkdwn)),
    blocks: [
      heading(headline),
      richText(lines),
      ...buttons([button('Where do we stand?', { kind: 'run_verb', text: 'visibility' })]),
    ],
  }
}

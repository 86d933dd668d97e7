import type { Message } from '../../model/message.ts'
import { button, buttons, context, heading, summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { connectionMissing, headline } from './invitation.ts'

const code = (text: string): Span => ({ text, style: 'code' })

/** What a person reads who opens the direct messages with Sightline for the first time. */
export function welcome({ isConnected }: { readonly isConnected: boolean }): Message {
  const lines: Span[][] = [
    [
      'Ask here in your own words: “how are we doing on Perplexity?”, “why did we drop?”, “who is ahead of us?”',
    ],
    ['In a channel, mention Sightline or type ', code('/sightline'), '.'],
    ['For a digest every week, invite it to a channel: ', code('/invite @Sightline'), '.'],
    ...(isConnected ? [] : [connectionMissing]),
  ]
  return {
    text: summary([[headline], ...lines].map(mrkdwn)),
    blocks: [
      heading(headline),
      richText(lines),
      ...buttons([
        isConnected
          ? button('Where do we stand?', { kind: 'run_verb', text: 'visibility' }, { style: 'primary' })
          : button('Connect analytics', { kind: 'run_verb', text: 'connect' }, { style: 'primary' }),
        button('What can you do?', { kind: 'run_verb', text: 'help' }, { index: 1 }),
        button('Privacy', { kind: 'run_verb', text: 'help privacy' }, { index: 2 }),
      ]),
      context('You get this message once.'),
    ],
  }
}

const privacyTitle = 'What Sightline reads and keeps'
const privacyLines: readonly string[] = [
  'It reads what is written to it: commands, mentions, direct messages and clicks. In channels it looks only for its own messages, where Slack didn’t confirm them.',
  'It keeps what people set up (digests, channel settings, notes, tasks) and who did what, by Slack’s ids: no names, no e-mail addresses. Your words are kept until they are answered.',
  'Nobody but Slack and your analytics service gets anything. No language model is used, unless you ask through Slackbot, which is one.',
  'What was set up stays until your workspace is erased; the history goes after the time that the admin of Sightline chose, 400 days if they didn’t.',
  'To have everything of your workspace erased, ask your Sightline admin. Removing the app erases its access to Slack at once.',
]

/** The short form of docs/privacy.md. */
export function privacy(): Message {
  return {
    text: summary([privacyTitle, ...privacyLines].map((line) => mrkdwn([line]))),
    blocks: [heading(privacyTitle), richText(privacyLines.map((line): Span[] => [`• ${line}`]))],
  }
}

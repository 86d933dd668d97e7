/** A warning, wherever something is set up, that other companies in the channel will see it. */
import type { Message } from '../../model/message.ts'
import { shareAnyway } from './answer.ts'
import { button, buttons, summary } from './elements.ts'
import { mrkdwn, richText, type Span } from './spans.ts'

/** `#launch is shared with other companies. They will see this digest.` @param content what they will see */
export function sharedChannel(channel: string, content: string): Span[] {
  return [{ channel }, ` is shared with other companies. They will see ${content}.`]
}

/** Asks before other companies can read an answer. @param text of the answer's command @param isKnown Slack said so */
export function askToShare(channel: string, text: string, isKnown: boolean): Message {
  const lines: Span[][] = [
    isKnown
      ? sharedChannel(channel, 'this answer')
      : ['Slack didn’t say who is in ', { channel }, '. Other companies may see this answer.'],
  ]
  return {
    text: summary(lines.map(mrkdwn)),
    blocks: [richText(lines), ...buttons([button(shareAnyway, { kind: 'share', text, anyway: true })])],
  }
}

/** The answer to thanks and greetings in direct messages. */
import type { Message } from '../../model/message.ts'
import { summary } from '../kit/elements.ts'
import { mrkdwn, richText } from '../kit/spans.ts'

export function courtesyReply(): Message {
  const line = 'Glad to help. Ask me “How are we doing?” or “What should we do?”, or write “help”.'
  return { text: summary([mrkdwn([line])]), blocks: [richText([[line]])] }
}

/** Short replies in direct messages. */
import type { Message } from '../../model/message.ts'
import { summary } from '../kit/elements.ts'
import { mrkdwn, richText } from '../kit/spans.ts'

/** The answer to thanks and greetings. */
export const courtesyReply = () =>
  reply('Glad to help. Ask me “How are we doing?” or “What should we do?”, or write “help”.')

/** Confirms “Stop”. */
export const stoppedReply = () => reply('Stopped. This question gets no answer; ask again when you like.')

function reply(line: string): Message {
  return { text: summary([mrkdwn([line])]), blocks: [richText([[line]])] }
}

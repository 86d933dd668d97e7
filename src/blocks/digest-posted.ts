import type { Message } from './message.ts'
import { mrkdwn, richText, type Span } from './spans.ts'

/** What the person reads who asked for the digest to be posted now. `channel` is Slack's id. */
export function digestPosted({ channel }: { readonly channel: string }): Message {
  const line: Span[] = ['The digest is posted in ', { channel }, ', for everybody there.']
  return { text: mrkdwn(line), blocks: [richText([line])] }
}

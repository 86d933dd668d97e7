/** A digest without anybody who looks after it: the channel is asked, and somebody takes it. */
import { button, buttons, heading } from './elements.ts'
import type { Message } from './message.ts'
import { mrkdwn, richText, type Span } from './spans.ts'
import { oneLine } from './text.ts'

interface DigestName {
  readonly name: string
}

/** @param gone Slack user id of who looked after it so far */
export function ownerWanted({
  name,
  gone,
  subscriptionId,
}: DigestName & { readonly gone: string; readonly subscriptionId: string }): Message {
  const headline = `Who looks after “${digestName(name)}” from now on?`
  const line: Span[] = [
    { user: gone },
    ' looked after it and is no longer here. The digest goes on, but nobody would be told when something goes wrong with it.',
  ]
  return {
    text: mrkdwn([`${headline} `, ...line]),
    blocks: [
      heading(headline),
      richText([line]),
      ...buttons([
        button(
          'Look after this digest',
          { kind: 'adopt_digest', subscriptionId },
          { style: 'primary', about: `Look after this digest: ${digestName(name)}` },
        ),
      ]),
    ],
  }
}

/** In the place of the question, for everybody. */
export function ownerFound({ name, owner }: DigestName & { readonly owner: string }): Message {
  const line: Span[] = [
    { user: owner },
    ` looks after “${digestName(name)}” from now on, and is told when something goes wrong with it.`,
  ]
  return { text: mrkdwn(line), blocks: [richText([line])] }
}

function digestName(name: string): string {
  return oneLine(name, 80, 'the digest')
}

/** A digest without an owner: the channel is asked, and somebody takes it. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { digestName, healthLine, scheduleLines } from '../home/home-digest.ts'
import { button, buttons, heading, summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

interface DigestName {
  readonly name: string
}

/** @param gone Slack user id of who looked after it so far */
export function ownerWanted({
  name,
  gone,
  subscriptionId,
}: DigestName & { readonly gone: string; readonly subscriptionId: string }): Message {
  const headline = `Who will own “${digestName(name)}”?`
  const line: Span[] = [
    { user: gone },
    ' owned it and has left. It keeps posting, but nobody will know if something goes wrong.',
  ]
  return {
    text: mrkdwn([`${headline} `, ...line]),
    blocks: [
      heading(headline),
      richText([line]),
      ...buttons([
        button(
          'Own this digest',
          { kind: 'adopt_digest', subscriptionId },
          { style: 'primary', about: `Own this digest: ${digestName(name)}` },
        ),
      ]),
    ],
  }
}

/** In the place of the question, for everybody: who it is now, and when the digest comes. */
export function ownerFound({
  digest,
  owner,
}: {
  readonly digest: ChannelDigest
  readonly owner: string
}): Message {
  const lines: Span[][] = [
    [{ user: owner }, ` now owns “${digestName(digest.name)}” and will be notified if something goes wrong.`],
    ...scheduleLines(digest),
    ...(digest.pausedFor === null ? [] : [healthLine(digest)]),
  ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

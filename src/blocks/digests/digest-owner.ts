/** A digest without an owner: asks its channel for a new one. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { digestName, healthLine, scheduleLines } from '../home/home-digest.ts'
import { button, buttons, heading, summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

interface DigestName {
  readonly name: string
}

/** @param gone Slack id of the former owner */
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

/** Replaces the question, for everybody: the new owner, and when the digest is scheduled. */
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

import type { ChannelDigest } from '../../model/digest.ts'
import type { Message } from '../../model/message.ts'
import { scheduleLines } from '../home/home-digest.ts'
import { summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/** For the person who asked for it. @param posted.digest `null`: the channel has no scheduled digest */
export function digestPosted({
  channel,
  digest,
}: {
  readonly channel: string
  readonly digest: ChannelDigest | null
}): Message {
  const lines: Span[][] = [
    ['✓ Digest posted in ', { channel }, '.'],
    ...(digest === null || digest.pausedFor !== null ? [] : scheduleLines(digest)),
  ]
  return { text: summary(lines.map(mrkdwn)), blocks: [richText(lines)] }
}

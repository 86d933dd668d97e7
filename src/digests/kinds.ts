import type { MessageKind } from '../outbox/kind.ts'
import { alertKind, digestKind, replyKind } from './deliver/digest.ts'
import { noticeKind } from './deliver/notice.ts'
import { introductionKind } from './invitation/introduction.ts'

/** The messages that digests owe, by their names in the database. */
export const digestMessageKinds = new Map<string, MessageKind>([
  ['digest', digestKind],
  ['alert', alertKind],
  ['reply', replyKind],
  ['notice', noticeKind],
  ['introduction', introductionKind],
])

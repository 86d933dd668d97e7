import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import { alertKind, digestKind, replyKind } from './deliver/digest.ts'
import { noticeKind } from './deliver/notice.ts'
import { introductionKind } from './invitation/introduction.ts'
import type { DigestWorkspace } from './workspace.ts'

type IntroducedWorkspace = DigestWorkspace & Pick<Workspace, 'apiKey' | 'isShared'>

/** The messages that digests owe, by their names in the database. */
export const digestMessageKinds = new Map<string, MessageKind<IntroducedWorkspace>>([
  ['digest', digestKind],
  ['alert', alertKind],
  ['reply', replyKind],
  ['notice', noticeKind],
  ['introduction', introductionKind],
])

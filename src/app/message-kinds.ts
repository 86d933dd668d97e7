import { answerKind } from '../conversations/answer.ts'
import { welcomeKind } from '../conversations/welcome.ts'
import { digestMessageKinds } from '../digests/kinds.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import { stepKind } from '../steps/report.ts'
import { newTaskKind } from '../tasks/announce.ts'
import { evaluationKind } from '../watches/message.ts'
import { accessEndsKind } from './access-ends.ts'
import { reconnectedKind } from './disconnections.ts'

/** Everything that Sightline owes, by the names in the database. */
export const messageKinds = new Map<string, MessageKind<Workspace>>([
  ...digestMessageKinds,
  ['evaluation', evaluationKind],
  ['answer', answerKind],
  ['welcome', welcomeKind],
  ['access_ends', accessEndsKind],
  ['reconnected', reconnectedKind],
  ['step', stepKind],
  ['new_task', newTaskKind],
])

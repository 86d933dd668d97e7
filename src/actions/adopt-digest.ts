import type { Action } from '../blocks/kit/codec.ts'
import { adopt } from '../digests/deliver/owners.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answerInPlace } from './answer-in-place.ts'

/** "Own this digest": the first person to click becomes its owner; the message then names them. */
export async function adoptDigestAction(
  { subscriptionId }: Extract<Action, { kind: 'adopt_digest' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { team, user } = click
  await answerInPlace(workspace, click, answer, await adopt(workspace, { team, user, subscriptionId }))
}

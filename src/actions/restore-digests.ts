import type { Action } from '../blocks/kit/codec.ts'
import { restoreDigests } from '../connections/restore.ts'
import { redrawHome } from '../home/index.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answerInPlace } from './answer-in-place.ts'
import { restoredMessage } from './digests.ts'

export async function restoreDigestsAction(
  _action: Extract<Action, { kind: 'digests_restore' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { team, user } = click
  const restored = await restoreDigests(workspace, team, user)
  await answerInPlace(workspace, click, answer, await restoredMessage(workspace, click, restored))
  await redrawHome(workspace, click)
}

import type { Action } from '../blocks/kit/codec.ts'
import { postAgain } from '../digests/deliver/post-again.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answerInPlace } from './answer-in-place.ts'

/** "Post again", on a delivery with an unknown outcome. Repeated clicks post once. */
export async function postAgainAction(
  { deliveryId }: Extract<Action, { kind: 'post_again' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { team, user } = click
  await answerInPlace(workspace, click, answer, await postAgain(workspace, { team, user, deliveryId }))
}

import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import { answerInPlace } from './answer-in-place.ts'
import type { ActionDeps } from './deps.ts'

/** "Post again", by whoever was asked whether the digest arrived. However often it is clicked, it is posted once. */
export async function postAgainAction(
  { deliveryId }: Extract<Action, { kind: 'post_again' }>,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const { team, user } = click
  await answerInPlace(deps, click, answer, await deps.digests.postAgain({ team, user, deliveryId }))
}

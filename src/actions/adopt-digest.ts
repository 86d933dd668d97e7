import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import { answerInPlace } from './answer-in-place.ts'
import type { ActionDeps } from './deps.ts'

/** "Look after this digest": the first one who clicks does, and everybody in the channel reads who it is. */
export async function adoptDigestAction(
  { subscriptionId }: Extract<Action, { kind: 'adopt_digest' }>,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const { team, user } = click
  await answerInPlace(deps, click, answer, await deps.digests.adopt({ team, user, subscriptionId }))
}

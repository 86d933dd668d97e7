import type { Action } from '../blocks/kit/codec.ts'
import { restoreDigests } from '../connections/restore.ts'
import type { Answer, Click } from '../slack/port.ts'
import { answerInPlace } from './answer-in-place.ts'
import type { ActionDeps } from './deps.ts'

/** Runs the digests again that stopped when Sightline was taken out of the workspace. */
export async function restoreDigestsAction(
  _action: Extract<Action, { kind: 'digests_restore' }>,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const { team, user } = click
  const restored = await restoreDigests(deps, team, user)
  await answerInPlace(deps, click, answer, await deps.digests.restored(click, restored))
  await deps.home.changed(team, click)
}

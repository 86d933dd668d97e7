import type { Action } from '../../blocks/kit/codec.ts'
import { trackedSentence, trackingCancelled } from '../../blocks/settings/setup-recommendations.ts'
import { lastTitle, trackRecommendations } from '../../channels/track.ts'
import { actionsList } from '../../commands/act/actions.ts'
import { scopeOf } from '../../commands/scope.ts'
import { callerOf } from '../caller.ts'
import type { ActionHandler } from '../handler.ts'

type Handler<Kind extends Action['kind']> = ActionHandler<Extract<Action, { kind: Kind }>>

export const trackAction: Handler<'track'> = async ({ resultIds }, click, answer, workspace) => {
  const progress = answer.withProgress(true)
  const caller = callerOf(click)
  const added = await trackRecommendations(workspace, caller, resultIds)
  const title = await lastTitle(workspace, await scopeOf(workspace, caller), resultIds[0] ?? '')
  const done = trackedSentence(added, title)
  await progress.ephemeral(await actionsList(workspace, caller, done), { replace: true })
}

export const cancelTrackingAction: Handler<'track_cancel'> = async (_action, _click, answer) => {
  await answer.ephemeral(trackingCancelled(), { replace: true })
}

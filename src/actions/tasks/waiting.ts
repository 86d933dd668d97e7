import type { Action } from '../../blocks/kit/codec.ts'
import { type WaitingOutcome, waitingDone, withWaitingOutcome } from '../../blocks/tasks/waiting.ts'
import { stopTracking } from '../../channels/stop-tracking.ts'
import { redrawHome } from '../../home/index.ts'
import { currentReference } from '../../lib/log.ts'
import type { Answer, Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { answerInPlace } from '../answer-in-place.ts'
import type { ActionHandler } from '../handler.ts'
import { requireInChannel } from './in-channel.ts'

type Handler = ActionHandler<Extract<Action, { readonly channel: string; readonly resultId: string }>>

/** "Keep", in the question to a digest's owner: nothing changes, and nobody asks again. */
export const keepWaitingAction: Handler = async (action, click, answer, workspace) => {
  const { channel, resultId: subject } = action
  await requireInChannel(workspace, click, channel)
  const { team, user } = click
  await workspace.store.audit.record(
    {
      team,
      user,
      channel,
      action: 'recommendation.keep',
      subject,
      outcome: 'kept',
      detail: null,
      reference: currentReference(),
    },
    workspace.clock.now(),
  )
  await show(workspace, click, answer, 'kept')
}

export const stopWaitingAction: Handler = async (action, click, answer, workspace) => {
  const { channel, resultId } = action
  await requireInChannel(workspace, click, channel)
  const { team, user } = click
  const removed = await stopTracking(workspace, { team, user, channel }, resultId)
  await show(workspace, click, answer, removed ? 'stopped' : 'not_tracked')
  await redrawHome(workspace, click)
}

async function show(workspace: Workspace, click: Click, answer: Answer, outcome: WaitingOutcome) {
  const content = click.message?.content ?? null
  if (content === null) await answer.ephemeral(waitingDone(outcome))
  else await answerInPlace(workspace, click, answer, withWaitingOutcome(content, click, outcome))
}

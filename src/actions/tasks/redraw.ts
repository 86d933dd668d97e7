import type { RecommendationRef as Place } from '../../blocks/kit/codec.ts'
import type { TaskFormPlace } from '../../blocks/tasks/form-place.ts'
import { answerTo } from '../../commands/run.ts'
import { redrawHome } from '../../home/index.ts'
import type { Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { syncTaskMessages } from '../../tasks/message-sync.ts'
import { refreshAim, refreshPrivately } from './clicked-recommendation.ts'

/** Where the button of a task was clicked. */
export function placeOf(
  {
    organizationId,
    workspaceId,
    resultId,
    taskId,
    page,
  }: Place & { readonly taskId?: string; readonly page: number | null },
  { channel, message, responseAddress }: Click,
): TaskFormPlace {
  return {
    organizationId,
    workspaceId,
    resultId,
    taskId: taskId ?? null,
    page,
    channel,
    messageTs: message?.ts ?? null,
    privateAddress: message?.ephemeral === true ? responseAddress : null,
  }
}

/** Updates all copies of the task's message, open Home tabs, and the ephemeral message that was clicked. */
export async function redrawTask(
  workspace: Workspace,
  place: TaskFormPlace,
  { team, user, outside, presence }: Pick<Click, 'team' | 'user' | 'outside' | 'presence'>,
): Promise<void> {
  const { organizationId, workspaceId, resultId, channel, privateAddress, page } = place
  const ref = { team, organizationId, workspaceId, resultId }
  await syncTaskMessages(workspace, ref)
  await redrawHome(workspace)
  if (privateAddress === null || channel === null) return
  const answer = workspace.answerAt({ responseAddress: privateAddress, channel, user })
  // Without a task id, the message is about the recommendation and what its tasks aim at.
  if (page === null && place.taskId === null) return refreshAim(ref, channel, answer, workspace)
  if (page === null) return void (await refreshPrivately(ref, channel, answer, workspace))
  const caller = { team, channel, user, outside, presence }
  const list = await answerTo(`tasks page ${page}`, caller, workspace)
  await answer.ephemeral(list, { replace: true })
}

import type { Action } from '../blocks/kit/codec.ts'
import { taskChecked, taskConfirmed, taskNotConfirmed, taskTaken } from '../blocks/tasks/task-replies.ts'
import { currentReference } from '../lib/log.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef } from '../store/index.ts'
import { findTaskEvidence } from '../tasks/evidence.ts'
import { syncTaskMessages } from '../tasks/message-sync.ts'
import { taskState } from '../tasks/state.ts'
import { clickedRecommendation } from './clicked-recommendation.ts'

/**
 * Looks for evidence of a task whose creation got no clear answer, and shows what it does and doesn't prove. Changes
 * nothing.
 */
export async function checkTaskAction(
  action: Extract<Action, { kind: 'check_task' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { ref } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await workspace.store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return tellSettled(ref, click, answer, workspace)
  const progress = answer.withProgress()
  await progress.ephemeral(taskChecked(ref, await findTaskEvidence(workspace, attempt)))
}

/**
 * A person has read a brief that "Check again" found, and confirms that it belongs to the task: the only proof besides
 * the service's own answer. It is recorded under their name.
 */
export async function confirmTaskAction(
  action: Extract<Action, { kind: 'confirm_task' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { store, clock } = workspace
  const { ref } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return tellSettled(ref, click, answer, workspace)
  // Read again: the button may be old, and its value comes from outside.
  const { items } = await findTaskEvidence(workspace, attempt)
  const sign = items.find(({ taskId }) => taskId === action.taskId)
  if (sign === undefined) return answer.ephemeral(taskNotConfirmed(ref), { replace: true })
  const confirmed = await store.tasks.confirmed(
    ref,
    attempt.generation,
    attempt.attempt,
    { taskId: sign.taskId, name: sign.title },
    {
      by: click.user,
      channel: click.channel ?? '',
      messageTs: click.message?.ts ?? null,
      reference: currentReference(),
    },
    clock.now(),
  )
  if (!confirmed) return tellSettled(ref, click, answer, workspace)
  await answer.ephemeral(taskConfirmed(sign.title), { replace: true })
  await syncTaskMessages(workspace, ref)
}

/** The task is certain by now: the messages are updated. */
async function tellSettled(
  ref: RecommendationRef,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const state = taskState(await workspace.store.tasks.latest(ref))
  await answer.ephemeral(taskTaken(ref, state, click.user))
  await syncTaskMessages(workspace, ref)
}

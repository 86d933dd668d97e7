import type { Action } from '../../blocks/kit/codec.ts'
import { taskChecked, taskConfirmed, taskNotConfirmed, taskTaken } from '../../blocks/tasks/task-replies.ts'
import { channelScope } from '../../channels/scope.ts'
import { currentReference } from '../../lib/log.ts'
import type { Answer, Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { RecommendationRef } from '../../store/index.ts'
import { createdMessage } from '../../tasks/created-message.ts'
import { findTaskEvidence } from '../../tasks/evidence.ts'
import { syncTaskMessages } from '../../tasks/message-sync.ts'
import { taskState } from '../../tasks/state.ts'
import { clickedRecommendation } from './clicked-recommendation.ts'

/** "Check again": looks for evidence of a task with an unknown outcome, and shows what it proves. Changes nothing. */
export async function checkTaskAction(
  action: Extract<Action, { kind: 'check_task' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { ref } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await workspace.store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return showSettled(ref, click, answer, workspace)
  const progress = answer.withProgress()
  await progress.ephemeral(taskChecked(ref, await findTaskEvidence(workspace, attempt)))
}

/** Only a person can confirm: the service doesn't say whose request created a task. Recorded under their name. */
export async function confirmTaskAction(
  action: Extract<Action, { kind: 'confirm_task' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const { store, clock, log } = workspace
  const { ref } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return showSettled(ref, click, answer, workspace)
  // Read again: the button may be old, and its value is untrusted.
  const { items } = await findTaskEvidence(workspace, attempt)
  const evidence = items.find(({ taskId }) => taskId === action.taskId)
  if (evidence === undefined) return answer.ephemeral(taskNotConfirmed(ref), { replace: true })
  const task = { taskId: evidence.taskId, name: evidence.title }
  const now = clock.now()
  const confirmed = await store.tasks.confirmed(
    ref,
    attempt.generation,
    attempt.attempt,
    task,
    {
      by: click.user,
      channel: click.channel ?? '',
      messageTs: click.message?.ts ?? null,
      reference: currentReference(),
    },
    now,
  )
  if (!confirmed) return showSettled(ref, click, answer, workspace)
  // Its announcement in another channel, if there is one.
  workspace.outbox.wake()
  // The confirmation is recorded, so it succeeded, even if a message can't be updated or the database goes away.
  await syncTaskMessages(workspace, ref).catch((error: unknown) =>
    log.warn('could not update every message with the task', { team: ref.team, error }),
  )
  const { openBy: by } = attempt
  const at = now.toString()
  const state = { kind: 'created', ...task, description: '', by, at, confirmedBy: click.user } as const
  const scope = channelScope(store, workspace.defaults, click.team, click.channel ?? '')
  const message = await createdMessage(workspace, scope, ref, state, taskConfirmed)
  await answer.ephemeral(message, { replace: true })
}

async function showSettled(
  ref: RecommendationRef,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const state = taskState(await workspace.store.tasks.latest(ref))
  await answer.ephemeral(taskTaken(ref, state, click.user))
  await syncTaskMessages(workspace, ref)
}

/** What whoever has created a task is told, alone: that it is there, and what it aims at, to be corrected. */
import { type taskConfirmed, taskCreated } from '../blocks/tasks/task-replies.ts'
import type { Message } from '../model/message.ts'
import type { RecommendationRef } from '../store/index.ts'
import { aimInTime, type Following, type FollowUpWorkspace } from './follow-up.ts'
import { taskState } from './state.ts'

/** Nobody waits for it: the task itself is shown already. */
const aimWithinMs = 10_000

/**
 * @param draw what is said of it
 * @returns `null`: the recommendation has no task, or nobody knows
 */
export async function createdMessage(
  workspace: FollowUpWorkspace,
  scope: Following,
  ref: RecommendationRef,
  draw: (...task: Parameters<typeof taskConfirmed>) => Message = taskCreated,
): Promise<Message | null> {
  const record = await workspace.store.tasks.latest(ref)
  const state = taskState(record)
  if (record === null || state.kind !== 'created') return null
  return draw(ref, state, await aimInTime(workspace, scope, record, aimWithinMs))
}

/** The ephemeral message to the person who created a task. It shows the task's aim, which they can correct. */
import type { TaskAimed } from '../blocks/tasks/aim-form.ts'
import { type taskConfirmed, taskCreated } from '../blocks/tasks/task-replies.ts'
import type { Message } from '../model/message.ts'
import type { TaskState } from '../model/recommendation.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef } from '../store/index.ts'
import { type AimScope, aimInTime, type FollowUpWorkspace } from './aims.ts'

/** May take long, because the task itself is already shown. */
const aimWithinMs = 10_000

/** Also if the aim can't be told, because the task exists. @param scope of the message's channel */
export async function createdMessage(
  workspace: FollowUpWorkspace & Pick<Workspace, 'log'>,
  scope: Promise<AimScope>,
  ref: RecommendationRef,
  state: Extract<TaskState, { kind: 'created' }>,
  draw: (...task: Parameters<typeof taskConfirmed>) => Message = taskCreated,
): Promise<Message> {
  let aimed: TaskAimed | null = null
  try {
    aimed = await aimInTime(workspace, await scope, { ...ref, ...state }, aimWithinMs)
  } catch (error) {
    workspace.log.warn('could not read a task’s aim', { team: ref.team, error })
  }
  return draw(ref, state, aimed)
}

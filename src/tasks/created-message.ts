/** The ephemeral message to the person who created a task. It shows the task's aim, which they can correct. */
import type { TaskAimed } from '../blocks/tasks/task-forms.ts'
import { newTask, type taskConfirmed, taskCreated } from '../blocks/tasks/task-replies.ts'
import type { Message } from '../model/message.ts'
import type { TaskState } from '../model/recommendation.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, RecommendationRef, TaskRecord } from '../store/index.ts'
import { type AimScope, aimInTime, type FollowUpWorkspace } from './aims.ts'
import { trackMessage } from './message-sync.ts'
import { taskState } from './state.ts'

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

type Announced = Pick<TaskRecord, 'organizationId' | 'workspaceId' | 'resultId' | 'generation'>

const announced = ({ about }: OutboxRow): Announced => JSON.parse(about)

/** Announces a channel’s new task where its settings say. The store owes it with the task’s creation or confirmation. */
export const newTaskKind: MessageKind<Pick<Workspace, 'store' | 'poster' | 'clock' | 'log'>> = {
  compose: async ({ store }, row) => {
    const { generation, ...ref } = announced(row)
    const task = await store.tasks.get({ team: row.team, ...ref }, generation)
    const settings = task === null ? null : await store.channels.get(row.team, task.channel)
    // A channel that people have since removed from the settings gets nothing more.
    if (settings?.announceTasksIn !== row.channel || task === null) return { skip: 'no_longer_so' }
    const state = taskState(task)
    return { message: newTask(ref, state, task), effect: { shown: state } }
  },
  // The message then shows what becomes of the task.
  arrived: async (workspace, row, posted) => {
    const { generation: _, ...ref } = announced(row)
    const { shown: task } = JSON.parse(row.effect ?? '{}')
    await trackMessage(workspace, row, posted, [{ ...ref, task }])
  },
}

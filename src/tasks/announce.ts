import { newTask } from '../blocks/tasks/new-task.ts'
import type { MessageKind } from '../outbox/kind.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, TaskRecord } from '../store/index.ts'
import { taskState } from './state.ts'
import { trackMessage } from './track-message.ts'

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

import type { Action } from '../../blocks/kit/codec.ts'
import { channelsOf } from '../../channels/channels-of.ts'
import { answerTo } from '../../commands/run.ts'
import { Problem } from '../../lib/problem.ts'
import type { Answer, Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { exportTasks } from '../../tasks/export.ts'
import { callerOf } from '../caller.ts'

export async function tasksPageAction(
  { page }: Extract<Action, { kind: 'tasks_page' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const message = await answerTo(`tasks page ${page}`, callerOf(click), workspace)
  await answer.ephemeral(message, { replace: true })
}

/** "Export" on the Home tab: the tasks of all channels that the person is in, by direct message. */
export async function tasksExportAction(
  _action: Extract<Action, { kind: 'tasks_export' }>,
  { team, user }: Click,
  _answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const channels = await channelsOf(workspace, user, { fresh: true })
  // The file arrives as a direct message, so no answer is needed.
  if ((await exportTasks(workspace, { team, user }, [...channels])) === null)
    throw new Problem('no_tasks', 'No task has been created in your channels yet.')
}

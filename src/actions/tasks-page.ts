import type { Action } from '../blocks/kit/codec.ts'
import { answerTo } from '../commands/run.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** "Older" and "Newer" in the list of tasks: replaces the page. */
export async function tasksPageAction(
  { page }: Extract<Action, { kind: 'tasks_page' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const message = await answerTo(`tasks page ${page}`, callerOf(click), workspace)
  await answer.ephemeral(message, { replace: true })
}

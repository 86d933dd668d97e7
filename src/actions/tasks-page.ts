import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** "Older" and "Newer" in the list of tasks: the same as typing its page, in the place of the one that was clicked. */
export async function tasksPageAction(
  { page }: Extract<Action, { kind: 'tasks_page' }>,
  click: Click,
  answer: Answer,
  { runVerb }: ActionDeps,
): Promise<void> {
  const message = await runVerb(`tasks page ${page}`, click)
  if (message !== null) await answer.ephemeral(message, { replace: true })
}

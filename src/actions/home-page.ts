import type { Action } from '../blocks/kit/codec.ts'
import { turnHome } from '../home/index.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** "Next" and "Back" on the Home tab. */
export async function homePageAction(
  { page }: Extract<Action, { kind: 'home_page' }>,
  click: Click,
  _answer: Answer,
  workspace: Workspace,
): Promise<void> {
  await turnHome(workspace, click, page)
}

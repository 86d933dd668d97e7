import type { Action } from '../blocks/kit/codec.ts'
import { sendVisibilityFile } from '../commands/visibility-file.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

export async function csvAction(
  { text }: Extract<Action, { kind: 'csv' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  await progress.ephemeral(await sendVisibilityFile(text, callerOf(click), workspace))
}

import type { Action } from '../blocks/kit/codec.ts'
import { whyAnswer } from '../blocks/visibility/why.ts'
import { requestedReasons } from '../commands/visibility.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'
import { reloadReport } from './reload-report.ts'

/** Splits the change that an answer shows, for the person who clicked. */
export async function whyAction(
  { text }: Extract<Action, { kind: 'why' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const report = await reloadReport(text, click, workspace)
  const reasons = await requestedReasons(report, callerOf(click), workspace)
  await progress.ephemeral(whyAnswer(report, reasons))
}

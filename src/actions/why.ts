import type { Action } from '../blocks/kit/codec.ts'
import { whyAnswer } from '../blocks/visibility/why.ts'
import { channelScope } from '../channels/scope.ts'
import { changeReasons, subjectOfWhy } from '../insights/why.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
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
  const of = subjectOfWhy(report)
  const { analysis } = await channelScope(
    workspace.store,
    workspace.defaults,
    click.team,
    click.channel ?? '',
  )
  const reasons = of === null ? null : await changeReasons(workspace.api, analysis, report, of)
  await progress.ephemeral(whyAnswer(report, reasons))
}

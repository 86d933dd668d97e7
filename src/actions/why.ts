import type { Action } from '../blocks/kit/codec.ts'
import { whyAnswer } from '../blocks/visibility/why.ts'
import { channelScope } from '../channels/scope.ts'
import { changeReasons, subjectOfWhy } from '../insights/why.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfReport } from '../weeks/market.ts'
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
  const { store, defaults, api } = workspace
  const { analysis } = await channelScope(store, defaults, click.team, click.channel ?? '')
  const market = await marketOfReport(workspace, { scope: analysis, ...report }, report.period)
  const reasons = of === null ? null : await changeReasons(api, analysis, report, of, { market })
  await progress.ephemeral(whyAnswer(report, reasons))
}

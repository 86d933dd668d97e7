import type { Action } from '../blocks/kit/codec.ts'
import { moreStandings } from '../blocks/visibility/visibility.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { reloadReport } from './reload-report.ts'

export async function moreAction(
  { text, from }: Extract<Action, { kind: 'more' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const report = await reloadReport(text, click, workspace)
  await progress.ephemeral(moreStandings(report, from, text))
}

import { answeredReport } from '../blocks/answers/answered-report.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { csvNotSent, csvSent, visibilityFile } from '../blocks/visibility/visibility-csv.ts'
import { Problem } from '../lib/problem.ts'
import { type Answer, type Click, PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { reloadReport } from './reload-report.ts'

/** Reading this many takes a hundred requests. */
const maxBrands = 10_000

/** Sends the whole table to the person who clicked, by direct message. */
export async function csvAction(
  { text }: Extract<Action, { kind: 'csv' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const report = await reloadReport(text, click, workspace, maxBrands)
  const file = visibilityFile(answeredReport(report).report)
  const { permalink } = await workspace.files.send({ user: click.user }, file).catch(notSent)
  await progress.ephemeral(csvSent(report, file.filename, permalink))
}

/** @throws {Problem} why Slack didn't take the file, and what to do about it; other errors are rethrown */
export function notSent(error: unknown): never {
  if (!(error instanceof PostError)) throw error
  throw new Problem(`csv_${error.outcome}:${error.code}`, csvNotSent(error))
}

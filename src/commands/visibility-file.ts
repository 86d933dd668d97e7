import { answeredReport } from '../blocks/visibility/answer-sentence.ts'
import { csvNotSent, csvSent, visibilityFile } from '../blocks/visibility/visibility-csv.ts'
import { Problem } from '../lib/problem.ts'
import type { Message } from '../model/message.ts'
import { readVisibilityText } from '../questions/read.ts'
import type { Caller } from '../slack/plan.ts'
import { PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { standingReport } from '../weeks/report.ts'
import { questionHere } from './visibility.ts'

/** Reading this many takes a hundred requests. */
const maxBrands = 10_000

/** By direct message. @param text the question, as a button carries it */
export async function sendVisibilityFile(
  text: string,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const read = readVisibilityText(text)
  if (!read.ok) throw outOfDate()
  const { asked } = await questionHere(read.args, caller, workspace)
  const { report } = await standingReport(workspace, { ...asked, maxBrands })
  const file = visibilityFile(answeredReport(report).report)
  const { permalink } = await workspace.sendFile(caller.user, file).catch(notSent)
  return csvSent(report, file.filename, permalink)
}

/** @throws {Problem} why Slack didn't take the file, and what to do about it; other errors are rethrown */
export function notSent(error: unknown): never {
  if (!(error instanceof PostError)) throw error
  throw new Problem(`csv_${error.outcome}:${error.code}`, csvNotSent(error))
}

/** The question comes from another release, whose wording this one can't parse. */
export function outOfDate(): Problem {
  return new Problem(
    'button_unreadable',
    'This button is out of date. Run the command again and use the new button.',
    { suggestion: 'visibility' },
  )
}

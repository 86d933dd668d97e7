import type { Action } from '../blocks/kit/codec.ts'
import { outOfDate } from '../commands/visibility-file.ts'
import { answerWhy } from '../commands/why.ts'
import { readVisibilityText } from '../questions/read.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

export async function whyAction(
  { text }: Extract<Action, { kind: 'why' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const read = readVisibilityText(text)
  if (!read.ok) throw outOfDate()
  await progress.ephemeral(await answerWhy(read.args, callerOf(click), workspace))
}

import type { Action } from '../blocks/kit/codec.ts'
import { commands } from '../commands/index.ts'
import { answerTo } from '../commands/run.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** The same as typing the command. */
export async function runVerbAction(
  { text, inPlace }: Extract<Action, { kind: 'run_verb' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  // A message that everyone can read stays: the answer is only for the person who clicked.
  const replace = inPlace === true && click.message?.ephemeral !== false
  const progress = answer.withProgress(replace)
  const message = await answerTo(text, callerOf(click), workspace)
  const plan = commands.plan(text)
  if (plan.kind === 'work' && plan.isForChannel === true) return progress.inChannel(message)
  await progress.ephemeral(message, { replace })
}

import type { Action } from '../blocks/kit/codec.ts'
import { commands } from '../commands/index.ts'
import { runText } from '../commands/run.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** "Try it" in the help: the same as typing the command. */
export async function runVerbAction(
  { text }: Extract<Action, { kind: 'run_verb' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = commands.plan(text).kind === 'modal' ? answer : answer.withProgress()
  const message = await runText(text, callerOf(click), workspace)
  if (message !== null) await progress.ephemeral(message)
}

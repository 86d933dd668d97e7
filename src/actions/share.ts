import type { Action } from '../blocks/kit/codec.ts'
import { answerTo } from '../commands/run.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** Shares an ephemeral answer: posts it in the channel, with the name of the person who shared it. */
export async function shareAction(
  { text }: Extract<Action, { kind: 'share' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const message = await answerTo(text, { ...callerOf(click), shares: true }, workspace)
  await progress.inChannel(message)
}

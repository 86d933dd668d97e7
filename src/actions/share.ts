import type { Action } from '../blocks/kit/codec.ts'
import { askToShare } from '../blocks/kit/shared-channel.ts'
import { answerTo } from '../commands/run.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { callerOf } from './caller.ts'

/** Posts an ephemeral answer for everyone. Where other companies would read it, asks first. */
export async function shareAction(
  { text, anyway }: Extract<Action, { kind: 'share' }>,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const channel = click.channel ?? ''
  const isShared = anyway === true ? false : await workspace.isShared(channel)
  if (isShared !== false) return progress.ephemeral(askToShare(channel, text, isShared === true))
  const message = await answerTo(text, { ...callerOf(click), shares: true }, workspace)
  await progress.inChannel(message)
}

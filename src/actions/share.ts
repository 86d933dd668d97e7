import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** Shows everybody in the channel the answer that one person got, and who shared it. */
export async function shareAction(
  { text }: Extract<Action, { kind: 'share' }>,
  click: Click,
  answer: Answer,
  { runVerb }: ActionDeps,
): Promise<void> {
  const progress = answer.withProgress()
  const message = await runVerb(text, click, { shares: true })
  if (message !== null) await progress.inChannel(message)
}

import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** "Try it" in the help: the same as typing the command. */
export async function runVerbAction(
  { text }: Extract<Action, { kind: 'run_verb' }>,
  click: Click,
  answer: Answer,
  { runVerb, opensForm }: ActionDeps,
): Promise<void> {
  const progress = opensForm(text) ? answer : answer.withProgress()
  const message = await runVerb(text, click)
  if (message !== null) await progress.ephemeral(message)
}

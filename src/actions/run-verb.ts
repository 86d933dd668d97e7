import type { Action } from '../blocks/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** "Try it" in the help: the same as typing the command. */
export async function runVerbAction(
  { text }: Extract<Action, { kind: 'run_verb' }>,
  click: Click,
  answer: Answer,
  { runVerb }: ActionDeps,
): Promise<void> {
  await answer.privately(await runVerb(text, click))
}

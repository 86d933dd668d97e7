import type { Action } from '../blocks/codec.ts'
import { moreStandings } from '../blocks/visibility.ts'
import type { Answer, Click } from '../slack/port.ts'
import { reportAsked } from './asked.ts'
import type { ActionDeps } from './deps.ts'

/** The rows that had no room, as a further private message. */
export async function moreAction(
  { text, from }: Extract<Action, { kind: 'more' }>,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const patient = answer.patiently()
  const report = await reportAsked(text, click, deps)
  await patient.privately(moreStandings(report, from, text))
}

import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** "Next" and "Back" on the Home tab. */
export async function homePageAction(
  { page }: Extract<Action, { kind: 'home_page' }>,
  click: Click,
  _answer: Answer,
  { home }: ActionDeps,
): Promise<void> {
  await home.turn(click, page)
}

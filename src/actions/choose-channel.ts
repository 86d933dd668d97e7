import { chooseChannelModal } from '../blocks/choose-channel.ts'
import type { Action } from '../blocks/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { ActionDeps } from './deps.ts'

/** "Set up a channel" on the Home tab. */
export async function chooseChannelAction(
  _action: Extract<Action, { kind: 'choose_channel' }>,
  { triggerId }: Click,
  _answer: Answer,
  { modals }: ActionDeps,
): Promise<void> {
  await modals.open(triggerId, chooseChannelModal(null))
}

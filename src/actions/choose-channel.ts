import { chooseChannelModal } from '../blocks/choose-channel.ts'
import type { Action } from '../blocks/codec.ts'
import { loadingModal } from '../blocks/modal.ts'
import type { ModalButton } from './deps.ts'

/** "Set up a channel" on the Home tab. */
export const chooseChannelModalButton: ModalButton<Extract<Action, { kind: 'choose_channel' }>> = {
  loading: () => loadingModal(chooseChannelModal(null).title.text),
  content: async () => chooseChannelModal(null),
}

import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import type { ModalButton } from './handler.ts'

export const chooseChannelModalButton: ModalButton<Extract<Action, { kind: 'choose_channel' }>> = {
  loading: () => loadingModal(chooseChannelModal(null).title.text),
  content: async () => chooseChannelModal(null),
}

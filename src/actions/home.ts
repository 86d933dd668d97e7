import { chooseChannelModal, chooseTitles } from '../blocks/settings/choose-channel.ts'
import { turnHome } from '../home/index.ts'
import type { ActionHandler, ModalButton } from './handler.ts'

/** "Next" and "Back" on the Home tab. */
export const homePageAction: ActionHandler<'home_page'> = async ({ page }, { click, workspace }) => {
  await turnHome(workspace, click, page)
}

/** "Channel settings" on the Home tab. */
export const chooseChannelModalButton: ModalButton<'choose_channel'> = {
  title: chooseTitles.settings,
  content: async () => chooseChannelModal(null),
}

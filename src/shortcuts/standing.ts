import { standingModal, standingTitle } from '../blocks/home/standing-modal.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { channelsOf } from '../channels/channels-of.ts'
import { channelOfAnalysis } from '../home/content.ts'
import { standingIn } from '../home/figures.ts'
import type { Shortcut } from './shortcut.ts'

/** "Where do we stand?": starts with the person's only channel, or the channel that the Home tab shows. */
export const standingShortcut: Shortcut = {
  who: 'readers',
  loading: () => loadingModal(standingTitle),
  content: async ({ team, user }, workspace) => {
    const channels = await channelsOf(workspace, user, { fresh: true })
    const [only] = channels
    const channel =
      channels.size === 1
        ? (only ?? null)
        : await channelOfAnalysis(
            workspace.store,
            team,
            user,
            channels,
            await workspace.store.subscriptions.forChannels(team, [...channels]),
          )
    const canChoose = channels.size > 1
    return standingModal(await standingIn(workspace, channel), { channel, canChoose })
  },
}

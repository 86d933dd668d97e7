import { digestFormTitle, digestModal } from '../blocks/digests/digest-form.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import { channelsOf } from '../channels/channels-of.ts'
import { newDigestForm } from '../digests/manage/digest-form.ts'
import type { Shortcut } from './shortcut.ts'

/** "Set up a digest": opens the form. Asks for the channel first, unless there is exactly one. */
export const setUpDigestShortcut: Shortcut = {
  who: 'changers',
  loading: () => loadingModal(digestFormTitle),
  content: async ({ team, user }, workspace) => {
    const [channel, another] = await channelsOf(workspace, user)
    if (channel === undefined || another !== undefined) return chooseChannelModal(null, { purpose: 'digest' })
    return digestModal(await newDigestForm(workspace, { team, channel }))
  },
}

/** Asks for the channel that is to be set up, or to get a digest, where no channel says so itself: on the Home tab. */

import type { ModalView } from '../../model/message.ts'
import { inviteStep } from '../digests/reasons.ts'
import { channelField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { richText } from '../kit/spans.ts'

export const chooseChannelCallbackId = 'sl1.choose_channel'

/** What is opened once the channel is chosen. */
export type ChosenFor = 'settings' | 'digest'

/** What the modal's channel is chosen for, by what was written into it; the settings, where that can't be read. */
export function chosenFor(privateMetadata: string): ChosenFor {
  return privateMetadata === 'digest' ? 'digest' : 'settings'
}

const wording = {
  settings: {
    title: 'Set up a channel',
    text: 'Settings apply to the whole channel: everyone there sees the same numbers.',
  },
  digest: { title: 'Set up a digest', text: 'A digest is posted in a channel, for everyone there.' },
} as const

export function chooseChannelModal(
  chosen: string | null,
  problems: { readonly purpose?: ChosenFor; readonly error?: string; readonly notice?: Notice } = {},
): ModalView {
  const { purpose = 'settings', error = null, notice = null } = problems
  return formModal(
    {
      title: wording[purpose].title,
      submit: 'Continue',
      callbackId: chooseChannelCallbackId,
      metadata: purpose,
      notice,
    },
    [
      richText([[wording[purpose].text]]),
      channelField({
        id: 'channel',
        label: 'Channel',
        hint: `Sightline must be in it. ${inviteStep}.`,
        value: chosen,
        error,
      }),
    ],
  )
}

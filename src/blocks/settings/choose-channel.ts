/** Asks for the channel to set up, or to get a digest, where no channel is given, for example on the Home tab. */

import type { ModalView } from '../../model/message.ts'
import { inviteStep } from '../digests/reasons.ts'
import { channelField } from '../forms/fields.ts'
import { type FormProblems, formModal } from '../forms/modal.ts'
import { richText } from '../kit/text.ts'

export const chooseChannelCallbackId = 'sl1.choose_channel'

/** What opens once the channel is chosen. */
type ChosenFor = 'settings' | 'digest'

/** What the channel is chosen for, from the modal's metadata; the settings if that can't be read. */
export function chosenFor(privateMetadata: string): ChosenFor {
  return privateMetadata === 'digest' ? 'digest' : 'settings'
}

export const chooseTitles = { settings: 'Set up a channel', digest: 'Set up a digest' } as const

const lead = {
  settings: 'Settings apply to the whole channel: everyone there sees the same numbers.',
  digest: 'A digest is posted in a channel, for everyone there.',
} as const

export function chooseChannelModal(
  chosen: string | null,
  purpose: ChosenFor = 'settings',
  { errors = {}, notice = null }: FormProblems<'channel'> = {},
): ModalView {
  return formModal(
    {
      title: chooseTitles[purpose],
      submit: 'Continue',
      callbackId: chooseChannelCallbackId,
      metadata: purpose,
      notice,
    },
    [
      richText([[lead[purpose]]]),
      channelField({
        id: 'channel',
        label: 'Channel',
        hint: `Sightline must be in it. ${inviteStep}.`,
        value: chosen,
        error: errors.channel ?? null,
      }),
    ],
  )
}

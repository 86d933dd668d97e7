/** Asks for the channel that is to be set up, where no channel says so itself: on the Home tab. */

import type { ModalView } from '../../model/message.ts'
import { inviteStep } from '../digests/reasons.ts'
import { channelField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { richText } from '../kit/spans.ts'

export const chooseChannelCallbackId = 'sl1.choose_channel'

export function chooseChannelModal(
  chosen: string | null,
  problems: { readonly error?: string; readonly notice?: Notice } = {},
): ModalView {
  return formModal(
    {
      title: 'Set up a channel',
      submit: 'Continue',
      callbackId: chooseChannelCallbackId,
      metadata: '',
      notice: problems.notice ?? null,
    },
    [
      richText([['Settings apply to the whole channel: everyone there sees the same numbers.']]),
      channelField({
        id: 'channel',
        label: 'Channel',
        hint: `Sightline must be in it. ${inviteStep}.`,
        value: chosen,
        error: problems.error ?? null,
      }),
    ],
  )
}

/** Where the brand stands, in a modal that opens from anywhere in Slack. */
import type { HomeStanding } from '../../model/home.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { channelSelect, fieldActionId } from '../forms/fields.ts'
import { formNotice, type Notice } from '../forms/modal.ts'
import { contextOf, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { contentModal, readableInModal } from '../kit/modal.ts'
import { standingBlocks } from './home-standing.ts'

export const standingCallbackId = 'sl1.standing'
export const standingTitle = 'Where do we stand?'

export interface StandingModal {
  /** The channel whose analysis it is, by Slack's id; `null`: the default analysis. */
  readonly channel: string | null
  /** Another channel can be chosen. */
  readonly canChoose: boolean
  readonly notice?: Notice
}

/** @param standing `null`: only the notice */
export function standingModal(
  standing: HomeStanding | null,
  { channel, canChoose, notice }: StandingModal,
): ModalView {
  return {
    ...contentModal(standingTitle, [
      ...formNotice(notice ?? null),
      ...(canChoose ? [channelChoice(channel)] : []),
      ...(standing === null
        ? []
        : [...readableInModal({ text: '', blocks: standingBlocks(standing, channel) }), more(channel)]),
    ]),
    callback_id: standingCallbackId,
  }
}

function more(channel: string | null): Block {
  const command = { text: '/sightline visibility', style: 'code' } as const
  return contextOf(
    channel === null
      ? ['For more, type ', command]
      : ['For more, go to ', { channel }, ' and type ', command],
  )
}

function channelChoice(channel: string | null): Block {
  return {
    type: 'section',
    block_id: 'channel',
    text: plainText('Channel', limits.text),
    accessory: {
      ...channelSelect(channel),
      action_id: fieldActionId('channel'),
      placeholder: plainText('Choose a channel', limits.field.placeholder),
    },
  }
}

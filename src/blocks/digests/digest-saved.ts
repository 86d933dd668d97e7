/** What the form of a digest says when it is saved. */
import type { ChannelDigest } from '../../model/digest.ts'
import type { ModalView } from '../../model/message.ts'
import { resultModal } from '../forms/modal.ts'
import { digestName, healthLine, scheduleLines } from '../home/home-digest.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { digestFormTitle } from './digest-form.ts'

/** When it comes, in its zone, and its next runs. */
export function digestSaved({
  digest,
  isNew,
  shared = false,
}: {
  readonly digest: ChannelDigest
  readonly isNew: boolean
  /** Whether other companies are in its channel. */
  readonly shared?: boolean
}): ModalView {
  const what = isNew ? 'is set up for ' : 'is saved for '
  return resultModal(digestFormTitle, [
    [
      { text: `✓ “${digestName(digest.name)}” ${what}`, style: 'bold' },
      { channel: digest.channel },
      { text: '.', style: 'bold' },
    ],
    ...scheduleLines(digest),
    ...(digest.pausedFor === null ? [] : [healthLine(digest)]),
    ...(shared ? [sharedChannel(digest.channel, 'this digest')] : []),
    [''],
    ...(isNew ? [['Its first post tells everybody there that you set it up, and how to change it.']] : []),
    [
      'In the channel, type ',
      { text: '/sightline digest test', style: 'code' },
      ' to see what it says now, for you alone, or ',
      { text: '/sightline digest list', style: 'code' },
      ' to change, pause or delete it.',
    ],
  ])
}

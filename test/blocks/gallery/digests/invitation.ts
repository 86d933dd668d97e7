import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { firstDigest } from '../../../../src/blocks/digests/digest-preview.ts'
import {
  invitation,
  invitationAccepted,
  privacy,
  welcome,
} from '../../../../src/blocks/invitation/invitation.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from '../exhibit.ts'
import { homeDigest } from '../home.ts'
import { digestData } from './digest.ts'

const first = {
  digest: homeDigest(),
  setUpBy: null,
  isShared: false,
  preview: digestData({ label: 'Preview: only you can see this. Nothing was posted.' }),
}

const invited = (
  name: string,
  when: string,
  where: Omit<Parameters<typeof invitation>[0], 'channel'>,
): Exhibit =>
  exhibit({ name, when, seenBy: 'channel', data: { channel: 'C0BRAND', ...where }, draw: invitation })

export const invitationGroup: ExhibitGroup = {
  title: 'Invited to a channel',
  exhibits: [
    invited('invitation', 'A person invited Sightline to the channel.', {
      isConnected: true,
      isShared: false,
    }),
    invited('invitation-shared', 'The channel is shared with other companies.', {
      isConnected: true,
      isShared: true,
    }),
    invited('invitation-not-connected', 'This workspace has no API key yet.', {
      isConnected: false,
      isShared: false,
    }),
    exhibit({
      name: 'welcome',
      when: 'You opened Messages for the first time.',
      data: { isConnected: true },
      draw: welcome,
    }),
    exhibit({
      name: 'welcome-not-connected',
      when: 'You opened Messages for the first time, in a workspace that has no API key yet.',
      data: { isConnected: false },
      draw: welcome,
    }),
    exhibit({
      name: 'privacy',
      when: 'You typed /sightline help privacy, or pressed “Privacy” in the welcome.',
      data: {},
      draw: privacy,
    }),
    exhibit({
      name: 'invitation-accepted',
      when: 'A person pressed “Set up a weekly digest”: the invitation becomes this.',
      seenBy: 'channel',
      data: { by: 'U0ANA', schedule: 'Every Monday at 9:00 (Berlin)', isPaused: false, others: 0 },
      draw: invitationAccepted,
    }),
    exhibit({
      name: 'first-digest',
      when: 'You pressed “Set up a weekly digest”: it is set up, and this is what it says today.',
      data: first,
      draw: ({ preview, ...more }) => firstDigest({ ...more, preview: digestMessages(preview) }),
    }),
    exhibit({
      name: 'first-digest-already',
      when: 'Another person was faster, in a channel that is shared with other companies.',
      data: { ...first, setUpBy: 'U0BEN', isShared: true },
      draw: ({ preview, ...more }) => firstDigest({ ...more, preview: digestMessages(preview) }),
    }),
  ],
}

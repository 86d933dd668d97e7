import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { firstDigest } from '../../../../src/blocks/digests/digest-preview.ts'
import {
  invitation,
  invitationAccepted,
  privacy,
  welcome,
} from '../../../../src/blocks/invitation/invitation.ts'
import { type ExhibitGroup, exhibit } from '../exhibit.ts'
import { homeDigest } from '../home.ts'
import { digestData } from './digest.ts'

const weekly = homeDigest({ nextRuns: ['2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'] })
const first = {
  digest: weekly,
  setUpBy: null,
  isShared: false,
  preview: digestData({
    label: 'Preview: only you can see this. Nothing was posted.',
  }),
}

export const invitationGroup: ExhibitGroup = {
  title: 'Invited to a channel',
  exhibits: [
    exhibit({
      name: 'invitation',
      when: 'A person invited Sightline to the channel.',
      seenBy: 'channel',
      data: { channel: 'C0BRAND', isConnected: true, isShared: false },
      draw: invitation,
    }),
    exhibit({
      name: 'invitation-shared',
      when: 'The channel is shared with other companies.',
      seenBy: 'channel',
      data: { channel: 'C0BRAND', isConnected: true, isShared: true },
      draw: invitation,
    }),
    exhibit({
      name: 'invitation-not-connected',
      when: 'This workspace has no API key yet.',
      seenBy: 'channel',
      data: { channel: 'C0BRAND', isConnected: false, isShared: false },
      draw: invitation,
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

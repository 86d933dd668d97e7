import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { firstDigest } from '../../../../src/blocks/digests/digest-preview.ts'
import {
  invitation,
  invitationAccepted,
  privacy,
  welcome,
} from '../../../../src/blocks/invitation/invitation.ts'
import { type ExhibitGroup, exhibitsOf, inChannel } from '../exhibit.ts'
import { homeDigest } from '../home.ts'
import { digestData } from './digest.ts'

const first = {
  digest: homeDigest(),
  setUpBy: null as string | null,
  isShared: false,
  preview: digestData({ label: 'Preview: only you can see this. Nothing was posted.' }),
}

const begun = ({ preview, ...more }: typeof first) =>
  firstDigest({ ...more, preview: digestMessages(preview) })

const channel = 'C0BRAND'

export const invitationGroup: ExhibitGroup = {
  title: 'Invited to a channel',
  exhibits: [
    ...inChannel(invitation, {
      invitation: [
        'A person invited Sightline to the channel.',
        { channel, isConnected: true, isShared: false },
      ],
      'invitation-shared': [
        'The channel is shared with other companies.',
        { channel, isConnected: true, isShared: true },
      ],
      'invitation-not-connected': [
        'This workspace has no API key yet.',
        { channel, isConnected: false, isShared: false },
      ],
    }),
    ...exhibitsOf(welcome, {
      welcome: ['You opened Messages for the first time.', { isConnected: true }],
      'welcome-not-connected': [
        'You opened Messages for the first time, in a workspace that has no API key yet.',
        { isConnected: false },
      ],
    }),
    ...exhibitsOf(privacy, {
      privacy: ['You typed /sightline help privacy, or pressed “Privacy” in the welcome.'],
    }),
    ...inChannel(invitationAccepted, {
      'invitation-accepted': [
        'A person pressed “Set up a weekly digest”: the invitation becomes this.',
        { by: 'U0ANA', schedule: 'Every Monday at 9:00 (Berlin)', isPaused: false, others: 0 },
      ],
    }),
    ...exhibitsOf(begun, {
      'first-digest': [
        'You pressed “Set up a weekly digest”: it is set up, and this is what it says today.',
        first,
      ],
      'first-digest-already': [
        'Another person was faster, in a channel that is shared with other companies.',
        { ...first, setUpBy: 'U0BEN', isShared: true },
      ],
    }),
  ],
}

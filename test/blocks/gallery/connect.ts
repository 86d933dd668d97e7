import { restored, restoreOffer } from '../../../src/blocks/digests/notices.ts'
import { accessEnds, reconnected } from '../../../src/blocks/settings/access.ts'
import {
  type CurrentKey,
  connectedModal,
  connectModal,
  disconnectedModal,
  disconnectModal,
} from '../../../src/blocks/settings/connect-form.ts'
import { type ExhibitGroup, examplesOf, exhibitsOf } from './exhibit.ts'

const current: CurrentKey = {
  lastFour: 'x4Fq',
  reach: 'the organization Northwind',
  connectedBy: 'U0OLIVIA',
  connectedAt: '2026-11-16T09:12:00.000Z',
}
const place = { organization: '', workspace: '', analysis: '' }

export const connectGroup: ExhibitGroup = {
  title: 'The workspace and its API key',
  exhibits: [
    // The operator configures the address.
    ...exhibitsOf(
      (endsAt: string) => accessEnds({ endsAt, address: 'https://sightline.example.com/slack/install' }),
      {
        'access-ends': [
          'You added Sightline to Slack, and Slack no longer renews its access: you get one direct message.',
          '2026-11-20T15:02:00Z',
        ],
      },
    ),
    ...exhibitsOf(reconnected, {
      reconnected: [
        'You added Sightline to Slack, and Slack accepts it again after hours: you get one direct message.',
        { since: '2026-11-20T15:02:00Z', until: '2026-11-20T19:30:00Z' },
      ],
    }),
    ...exhibitsOf(connectModal, {
      connect: [
        'An admin typed `/sightline connect` in one of several workspaces; it has no key yet.',
        { current: null, place },
      ],
      'connect-rotate': [
        'There is already a key, and the configuration names the organization and workspace.',
        { current, place: null },
      ],
      'connect-errors': [
        'The key reaches several organizations; Sightline found out after Slack’s time limit for the form.',
        { current: null, place: { ...place, analysis: 'a52d8e76-914b-4c03-b7f2-6e0d1c2b3a04' } },
        {
          errors: { organization: 'The key reaches 2 organizations. Enter the id of the one you want.' },
        },
      ],
    }),
    ...exhibitsOf(connectedModal, { connected: ['The service accepted the key.', current, false] }),
    ...exhibitsOf(disconnectModal, {
      disconnect: ['An admin typed `/sightline disconnect`.', { ...current, connectedBy: null }],
    }),
    ...exhibitsOf(disconnectedModal, { disconnected: ['The admin clicked “Remove API key”.', true] }),
    ...exhibitsOf(restoreOffer, {
      'restore-offer': ['You added Sightline to Slack again after it was removed.', { count: 3 }],
    }),
    ...examplesOf(restored, {
      restored: ['You clicked “Restore all digests”; or another person was faster.', [2], [0]],
    }),
  ],
}

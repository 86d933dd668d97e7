import { restored, restoreOffer } from '../../../src/blocks/digests/notices.ts'
import { accessEnds, reconnected } from '../../../src/blocks/settings/access.ts'
import {
  type CurrentKey,
  connectedModal,
  connectModal,
  disconnectedModal,
  disconnectModal,
} from '../../../src/blocks/settings/connect-form.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

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
      draw: ({ form, errors }) => connectModal(form, { errors }),
    }),
    exhibit({
      name: 'connected',
      when: 'The service accepted the key.',
      data: { current, replaced: false },
      draw: ({ current: key, replaced }) => connectedModal(key, replaced),
    }),
    exhibit({
      name: 'disconnect',
      when: 'An admin typed `/sightline disconnect`.',
      data: { current: { ...current, connectedBy: null } },
      draw: ({ current: key }) => disconnectModal(key),
    }),
    exhibit({
      name: 'disconnected',
      when: 'The admin clicked “Remove API key”.',
      data: { removed: true },
      draw: ({ removed }) => disconnectedModal(removed),
    }),
    exhibit({
      name: 'restore-offer',
      when: 'You added Sightline to Slack again after it was removed.',
      data: { count: 3 },
      draw: restoreOffer,
    }),
    exhibit({
      name: 'restored',
      when: 'You clicked “Restore all digests”; or another person was faster.',
      data: [2, 0],
      draw: (counts) => counts.map(restored),
    }),
  ],
}

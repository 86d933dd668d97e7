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
import { homeDigest } from './home.ts'

const current: CurrentKey = {
  lastFour: 'x4Fq',
  reach: 'the organization Northwind',
  connectedBy: 'U0OLIVIA',
  connectedAt: '2026-11-16T09:12:00.000Z',
}

const place = { organization: '', workspace: '', analysis: '' }

const weekly = homeDigest()
const evening = homeDigest({
  name: 'Every evening',
  channel: 'C0MARKETING',
  schedule: 'Every day at 18:30 (Kolkata)',
  nextRuns: ['2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z'],
})

export const connectGroup: ExhibitGroup = {
  title: 'The workspace and its API key',
  exhibits: [
    exhibit({
      name: 'access-ends',
      when: 'You added Sightline to Slack, and Slack no longer renews its access: you get one direct message.',
      data: { endsAt: '2026-11-20T15:02:00Z' },
      // The operator configures the address.
      draw: (ends) => accessEnds({ ...ends, address: 'https://sightline.example.com/slack/install' }),
    }),
    exhibit({
      name: 'reconnected',
      when: 'You added Sightline to Slack, and Slack accepts it again after hours: you get one direct message.',
      data: { since: '2026-11-20T15:02:00Z', until: '2026-11-20T19:30:00Z' },
      draw: (times) => reconnected(times),
    }),
    exhibit({
      name: 'connect',
      when: 'An admin typed `/sightline connect` in one of several workspaces; it has no key yet.',
      data: { current: null, place },
      draw: (form) => connectModal(form),
    }),
    exhibit({
      name: 'connect-rotate',
      when: 'There is already a key, and the configuration names the organization and workspace.',
      data: { current, place: null },
      draw: (form) => connectModal(form),
    }),
    exhibit({
      name: 'connect-errors',
      when: 'The key reaches several organizations; Sightline found out after Slack’s time limit for the form.',
      data: {
        form: { current: null, place: { ...place, analysis: 'a52d8e76-914b-4c03-b7f2-6e0d1c2b3a04' } },
        errors: { organization: 'The key reaches 2 organizations. Enter the id of the one you want.' },
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
      when: 'You clicked “Restore all digests”.',
      data: { digests: [weekly, evening], elsewhere: 0 },
      draw: ({ digests, elsewhere }) => restored(digests, elsewhere),
    }),
    exhibit({
      name: 'restored-many',
      when: 'The same with many digests, some in channels that you aren’t in; and when another person was faster.',
      data: [
        {
          digests: Array.from({ length: 31 }, (_, number) => ({ ...weekly, name: `Digest ${number + 1}` })),
          elsewhere: 1,
        },
        { digests: [], elsewhere: 4 },
        { digests: [], elsewhere: 0 },
      ],
      draw: (all) => all.map(({ digests, elsewhere }) => restored(digests, elsewhere)),
    }),
  ],
}

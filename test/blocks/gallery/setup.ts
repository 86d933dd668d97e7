import { setupModal } from '../../../src/blocks/settings/setup-form.ts'
import { setupSaved } from '../../../src/blocks/settings/setup-form-saved.ts'
import { stoppedTracking, stopTrackingModal } from '../../../src/blocks/settings/stop-tracking.ts'
import { confirmZone, zoneChanged } from '../../../src/blocks/settings/zone-change.ts'
import { nothingSaved } from '../../../src/channels/setup-save.ts'
import type { SavedSetup, Setup } from '../../../src/model/channel.ts'
import type { Recommendation } from '../../../src/model/recommendation.ts'
import type { Section } from '../../../src/model/reports.ts'
import { recommendation } from '../fixtures.ts'
import { exhibit, type Room } from './exhibit.ts'

const fresh: Setup = {
  channel: 'C0BRAND',
  draft: {
    organization: '',
    workspace: '',
    analysis: '',
    timeZone: '',
    subreddits: '',
    noiseBand: '',
    filterNames: '',
    digestLength: 'brief',
    recommendations: '',
  },
  defaults: {
    placeFrom: 'configuration',
    organizationId: 'org-1',
    workspaceId: 'ws-1',
    projectId: 'project-1',
    subreddits: ['saas', 'crm'],
    recommendations: ['3f1c9a20-0000-4000-8000-000000000001'],
    timeZone: 'Europe/Berlin',
    noiseBand: 1,
  },
  names: new Map([
    ['org-1', 'Northwind Group'],
    ['ws-1', 'Northwind CRM'],
    ['ws-2', 'Northwind Mail'],
  ]),
  shownUpTo: null,
  hidden: 0,
}

const filled: Setup = {
  ...fresh,
  draft: {
    organization: 'org-1',
    workspace: 'ws-2',
    analysis: 'project-3',
    timeZone: 'Europe/Paris',
    subreddits: 'r/saas, r/startups',
    noiseBand: '0.25',
    filterNames: 'topic 3f1c9a20 = Onboarding\npersona cmo = Head of marketing',
    digestLength: 'full',
    recommendations: '3f1c9a20-0000-4000-8000-000000000002\n3f1c9a20-0000-4000-8000-000000000003',
  },
  shownUpTo: { addedAt: '2026-11-16T08:00:00.000Z', resultId: '3f1c9a20-0000-4000-8000-000000000003' },
  hidden: 4,
}

const input = {
  settings: {
    organizationId: null,
    workspaceId: 'ws-2',
    projectId: 'project-3',
    timeZone: 'Europe/Paris',
    subreddits: ['saas', 'startups'],
    noiseBand: 0.25,
    filterNames: [
      { filter: 'topics', id: '3f1c9a20', name: 'Onboarding' },
      { filter: 'personas', id: 'cmo', name: 'Head of marketing' },
    ] as const,
    digestLength: 'full' as const,
  },
  recommendations: [],
}

const asConfigured = {
  settings: {
    organizationId: null,
    workspaceId: null,
    projectId: null,
    timeZone: null,
    subreddits: null,
    noiseBand: null,
    filterNames: null,
    digestLength: null,
  },
  recommendations: [],
}

const saved: SavedSetup = {
  changed: ['workspaceId', 'projectId', 'noiseBand', 'digestLength'],
  added: ['a'],
  already: ['d'],
  removed: ['b', 'c'],
  tracked: 3,
}

const connected: Setup = {
  ...fresh,
  defaults: { ...fresh.defaults, placeFrom: 'connection', recommendations: [] },
}

const change = { from: 'Europe/Berlin', to: 'Europe/Paris' }

const tracked: readonly Section<Recommendation>[] = [
  { ok: true, data: recommendation(1) },
  { ok: false, reason: 'The service is down.', subject: '3f1c9a20-0000-4000-8000-000000000002' },
]

export const setupRoom: Room = {
  title: 'Setting a channel up',
  exhibits: [
    exhibit({
      name: 'setup',
      when: 'You typed `/sightline setup` in a channel that has no settings of its own.',
      data: fresh,
      draw: (form) => setupModal(form),
    }),
    exhibit({
      name: 'setup-after-choice',
      when: 'You chose the channel on the Home tab.',
      data: fresh,
      draw: (form) => setupModal(form, {}, { back: true }),
    }),
    exhibit({
      name: 'setup-filled',
      when: 'The channel has settings already.',
      data: filled,
      draw: (form) => setupModal(form),
    }),
    exhibit({
      name: 'setup-connected',
      when: 'The same in one of several Slack workspaces: where it looks was entered with its API key.',
      data: connected,
      draw: (form) => setupModal(form),
    }),
    exhibit({
      name: 'setup-errors',
      when: 'What you entered does not exist, and finding that out took longer than Slack waits.',
      data: {
        form: filled,
        errors: {
          workspace:
            "This organization has no such workspace, or Sightline's API key doesn't reach it. Choose one from the list, or type its id from the console.",
          subreddits: '“what?” isn’t a subreddit. Enter r/ and its name, separated by commas.',
        },
      },
      draw: ({ form, errors }) => setupModal(form, { errors }),
    }),
    exhibit({
      name: 'setup-unreachable',
      when: 'It could not be checked, so that nothing was saved.',
      data: {
        form: filled,
        notice: {
          sentence: `The analytics service can't be reached. Try again in a few minutes. ${nothingSaved}`,
          reference: 'K7QM-2XPA',
        },
      },
      draw: ({ form, notice }) => setupModal(form, { notice }),
    }),
    exhibit({
      name: 'stop-tracking',
      when: 'You typed `/sightline actions remove`.',
      data: { channel: 'C0BRAND', recommendations: tracked },
      draw: (form) => stopTrackingModal(form),
    }),
    exhibit({
      name: 'stop-tracking-done',
      when: 'You chose two and sent it.',
      data: { stopped: 2, left: 1 },
      draw: ({ stopped, left }) => stoppedTracking(stopped, left),
    }),
    exhibit({
      name: 'setup-zone-confirm',
      when: 'You chose another time zone: saving again changes it.',
      data: { form: filled, change },
      draw: ({ form, change }) =>
        setupModal(
          form,
          { notice: { sentence: confirmZone(change), reference: null } },
          { back: false, zone: change.to },
        ),
    }),
    exhibit({
      name: 'setup-zone-changed',
      when: 'Somebody changed the time zone of this channel.',
      data: change,
      draw: (change) => zoneChanged(change, 'U0ANA'),
    }),
    exhibit({
      name: 'setup-saved-untold',
      when: 'The time zone is saved, but Sightline can’t post in the channel.',
      data: { form: filled, input, saved },
      draw: ({ form, input, saved }) =>
        setupSaved(
          form,
          input,
          saved,
          'Sightline is not in this channel. Invite it with /invite @Sightline.',
        ),
    }),
    exhibit({
      name: 'setup-saved',
      when: 'The channel is set up.',
      data: { form: filled, input, saved },
      draw: ({ form, input, saved }) => setupSaved(form, input, saved),
    }),
    exhibit({
      name: 'setup-saved-unchanged',
      when: 'You saved the form as it was.',
      data: {
        form: fresh,
        input: asConfigured,
        saved: { changed: [], added: [], already: [], removed: [], tracked: 0 },
      },
      draw: ({ form, input, saved }) => setupSaved(form, input, saved),
    }),
    exhibit({
      name: 'setup-saved-connected',
      when: 'The same in one of several Slack workspaces.',
      data: {
        form: connected,
        input: asConfigured,
        saved: { changed: [], added: [], already: [], removed: [], tracked: 0 },
      },
      draw: ({ form, input, saved }) => setupSaved(form, input, saved),
    }),
  ],
}

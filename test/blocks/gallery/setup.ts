import { confirmZone, type SettingsForm, zoneChanged } from '../../../src/blocks/settings/setup-form.ts'
import { nothingTracked, recommendationsModal } from '../../../src/blocks/settings/setup-recommendations.ts'
import { summaryModal } from '../../../src/blocks/settings/setup-summary.ts'
import { nothingSaved, type Setup, setupView } from '../../../src/channels/setup.ts'
import type { TrackPreview } from '../../../src/model/channel.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'
import { bareSettings, settings, summarized } from './status.ts'

export const settingsForms: readonly SettingsForm[] = ['start', 'place', 'zone', 'reddit', 'tasks', 'names']

const fresh: Setup = {
  channel: 'C0BRAND',
  draft: {
    organization: '',
    workspace: '',
    analysis: '',
    timeZone: '',
    subreddits: '',
    filterNames: '',
    announceTasksIn: '',
  },
  defaults: {
    placeFrom: 'configuration',
    organizationId: 'org-1',
    workspaceId: 'ws-1',
    projectId: 'project-1',
    subreddits: ['saas', 'crm'],
    recommendations: ['3f1c9a20-0000-4000-8000-000000000001'],
    timeZone: 'Europe/Berlin',
  },
  names: new Map([
    ['org-1', 'Northwind Group'],
    ['ws-1', 'Northwind CRM'],
    ['ws-2', 'Northwind Mail'],
  ]),
}

const filled: Setup = {
  ...fresh,
  draft: {
    organization: 'org-1',
    workspace: 'ws-2',
    analysis: 'project-3',
    timeZone: 'Europe/Paris',
    subreddits: 'r/saas, r/startups',
    filterNames: 'topic 3f1c9a20 = Onboarding\npersona cmo = Head of marketing',
    announceTasksIn: 'C0TEAM',
  },
}

const change = { from: 'Europe/Berlin', to: 'Europe/Paris' }
const brands = ['Northwind', 'Globex', 'Initech', 'Umbrella', 'Hooli', 'Stark', 'Wayne']
const known = { summary: settings, brands }
const id = (last: number) => `3f1c9a20-0000-4000-8000-${String(last).padStart(12, '0')}`
const titles = ['Publish a comparison of Northwind and Globex', 'Answer the pricing threads on Reddit']
const tracked = [
  { resultId: id(1), title: titles[0] ?? null },
  { resultId: id(2), title: null },
]
const nothing: TrackPreview = { identified: [], already: [], unknown: [], unseen: [], reason: null }
const down: TrackPreview = {
  ...nothing,
  unseen: [id(3)],
  reason: 'The analytics service can’t be reached. Try again in a few minutes.',
}
const here = { channel: 'C0BRAND', back: false }

const step = (name: string, when: string, data: Setup, form: SettingsForm): Exhibit =>
  exhibit({ name, when, data, draw: (setup) => setupView(setup, form) })

type Summary = Parameters<typeof summaryModal>[0]
/** The summary of these settings, by default with all that is known of the channel. */
const summary = (
  name: string,
  when: string,
  data: { readonly summary: typeof settings; readonly brands: readonly string[] | null },
  more: Partial<Pick<Summary, 'shared' | 'back' | 'saved'>> = {},
): Exhibit =>
  exhibit({
    name: `setup-${name}`,
    when,
    data,
    draw: ({ summary, brands }) =>
      summaryModal({ summary: summarized(summary), brands, shared: false, back: false, ...more }),
  })

export const setupGroup: ExhibitGroup = {
  title: 'Channel settings',
  exhibits: [
    step(
      'setup-start',
      'You typed `/sightline settings` in a channel without settings of its own.',
      fresh,
      'start',
    ),
    exhibit({
      name: 'setup-after-choice',
      when: 'You chose the channel on the Home tab.',
      data: fresh,
      draw: (form) => setupView(form, 'start', {}, { back: true }),
    }),
    step(
      'setup-shared',
      'The same, in a channel that is shared with other companies.',
      { ...fresh, shared: true },
      'start',
    ),
    summary('summary', 'You typed `/sightline settings` in a channel that has settings.', known),
    summary(
      'summary-default',
      'The same with nothing set; the brands were not available in time.',
      { summary: bareSettings, brands: null },
      { shared: true, back: true },
    ),
    summary('saved', 'You saved a form.', known, {
      saved: { changed: ['Subreddits', 'Digest length'], announcementProblem: null, first: false },
    }),
    summary(
      'saved-first',
      'You saved the first form unchanged.',
      { summary: bareSettings, brands },
      { saved: { changed: [], announcementProblem: null, first: true } },
    ),
    summary('saved-untold', 'The time zone is saved, but Sightline can’t post in the channel.', known, {
      saved: {
        changed: ['Time zone'],
        announcementProblem: 'Sightline is not in this channel. Invite it with /invite @Sightline.',
        first: false,
      },
    }),
    step('setup-place', 'You pressed “Change” beside the analysis.', filled, 'place'),
    step('setup-zone', 'You pressed “Change” beside the time zone.', fresh, 'zone'),
    exhibit({
      name: 'setup-zone-confirm',
      when: 'You chose another time zone: saving again changes it.',
      data: { form: filled, change },
      draw: ({ form, change }) =>
        setupView(
          form,
          'zone',
          { notice: { sentence: confirmZone(change), reference: null } },
          { back: false, zone: change.to },
        ),
    }),
    exhibit({
      name: 'setup-zone-changed',
      when: 'A person changed the time zone of this channel.',
      data: change,
      draw: (change) => zoneChanged(change, 'U0ANA'),
    }),
    step('setup-reddit', 'You pressed “Change” beside Reddit.', filled, 'reddit'),
    step('setup-tasks', 'You pressed “Change” beside the new tasks.', filled, 'tasks'),
    step('setup-names', 'You pressed “Change” beside the names.', filled, 'names'),
    exhibit({
      name: 'setup-errors',
      when: 'What you entered doesn’t exist; Sightline found out after Slack’s time limit for the form.',
      data: {
        form: filled,
        errors: {
          workspace:
            'This organization has no such workspace, or Sightline’s API key doesn’t reach it. Choose one from the list, or type its id from the console.',
        },
      },
      draw: ({ form, errors }) => setupView(form, 'place', { errors }),
    }),
    exhibit({
      name: 'setup-unreachable',
      when: 'Sightline couldn’t check it, so nothing was saved.',
      data: {
        form: filled,
        notice: {
          sentence: `The analytics service can’t be reached. Try again in a few minutes. ${nothingSaved}`,
          reference: 'K7QM-2XPA',
        },
      },
      draw: ({ form, notice }) => setupView(form, 'place', { notice }),
    }),
    exhibit({
      name: 'setup-recommendations',
      when: 'You pressed “Change” beside the recommendations, or typed `/sightline actions remove`.',
      data: { tracked },
      draw: ({ tracked }) => recommendationsModal({ tracked }, here),
    }),
    exhibit({
      name: 'setup-recommendations-stopped',
      when: 'You stopped tracking the last recommendation.',
      data: {
        done: `Stopped tracking “${titles[0]}” here. Its task, if there is one, stays.`,
        stopped: id(1),
      },
      draw: ({ done, stopped }) => recommendationsModal({ tracked: [], done, stopped }, here),
    }),
    exhibit({
      name: 'track-nothing',
      when: 'You typed `/sightline actions add` and an address while the service was down.',
      data: { preview: down },
      draw: ({ preview }) => nothingTracked(preview),
    }),
    exhibit({
      name: 'track-already',
      when: 'You typed one that is already tracked, and one that the workspace doesn’t have.',
      data: { preview: { ...nothing, already: tracked.slice(0, 1), unknown: ['r-gone'] } },
      draw: ({ preview }) => nothingTracked(preview),
    }),
  ],
}

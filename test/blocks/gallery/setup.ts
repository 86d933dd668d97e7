import { confirmZone, type SettingsForm, zoneChanged } from '../../../src/blocks/settings/setup-form.ts'
import { nothingTracked, recommendationsModal } from '../../../src/blocks/settings/setup-recommendations.ts'
import { summaryModal } from '../../../src/blocks/settings/setup-summary.ts'
import { type Setup, setupView } from '../../../src/channels/setup.ts'
import type { TrackPreview } from '../../../src/model/channel.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'
import { bareSettings, type Settings, settings, summarized } from './status.ts'

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
  shared: false,
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
const id = (last: number) => `3f1c9a20-0000-4000-8000-${String(last).padStart(12, '0')}`
const title = 'Publish a comparison of Northwind and Globex'
const tracked = [
  { resultId: id(1), title },
  { resultId: id(2), title: null },
]
const nothing: TrackPreview = { identified: [], already: [], unknown: [], unseen: [], reason: null }
const here = { channel: 'C0BRAND', back: false }

type Rest = Parameters<typeof setupView> extends [Setup, SettingsForm, ...infer Others] ? Others : never
const stepOf =
  (form: SettingsForm) =>
  (setup: Setup, ...rest: Rest) =>
    setupView(setup, form, ...rest)

type SummaryView = Parameters<typeof summaryModal>[0]
/** The summary of these settings. */
const saved = (summary: Settings, names: readonly string[] | null, more: Partial<SummaryView> = {}) =>
  summaryModal({ summary: summarized(summary), brands: names, shared: false, back: false, ...more })

export const setupGroup: ExhibitGroup = {
  title: 'Channel settings',
  exhibits: [
    ...exhibitsOf(stepOf('start'), {
      'setup-start': ['You typed `/sightline settings` in a channel without settings of its own.', fresh],
      'setup-after-choice': ['You chose the channel on the Home tab.', fresh, {}, { back: true }],
      'setup-shared': [
        'The same, in a channel that is shared with other companies.',
        { ...fresh, shared: true },
      ],
    }),
    ...exhibitsOf(saved, {
      'setup-summary': ['You typed `/sightline settings` in a channel that has settings.', settings, brands],
      'setup-summary-default': [
        'The same with nothing set; the brands were not available in time.',
        bareSettings,
        null,
        { shared: true, back: true },
      ],
      'setup-saved': [
        'You saved a form.',
        settings,
        brands,
        {
          saved: { changed: ['Subreddits', 'Digest length'], announcementProblem: null, first: false },
        },
      ],
      'setup-saved-first': [
        'You saved the first form unchanged.',
        bareSettings,
        brands,
        { saved: { changed: [], announcementProblem: null, first: true } },
      ],
      'setup-saved-untold': [
        'The time zone is saved, but Sightline can’t post in the channel.',
        settings,
        brands,
        {
          saved: {
            changed: ['Time zone'],
            announcementProblem: 'Sightline is not in this channel. Invite it with /invite @Sightline.',
            first: false,
          },
        },
      ],
    }),
    ...exhibitsOf(stepOf('place'), {
      'setup-place': ['You pressed “Change” beside the analysis.', filled],
      'setup-errors': [
        'What you entered doesn’t exist; Sightline found out after Slack’s time limit for the form.',
        filled,
        {
          errors: {
            workspace:
              'This organization has no such workspace, or Sightline’s API key doesn’t reach it. Choose one from the list, or type its id from the console.',
          },
        },
      ],
    }),
    ...exhibitsOf(stepOf('zone'), {
      'setup-zone': ['You pressed “Change” beside the time zone.', fresh],
      'setup-zone-confirm': [
        'You chose another time zone: saving again changes it.',
        filled,
        { notice: { sentence: confirmZone(change), reference: null } },
        { back: false, zone: change.to },
      ],
    }),
    ...exhibitsOf(zoneChanged, {
      'setup-zone-changed': ['A person changed the time zone of this channel.', change, 'U0ANA'],
    }),
    ...exhibitsOf(stepOf('reddit'), { 'setup-reddit': ['You pressed “Change” beside Reddit.', filled] }),
    ...exhibitsOf(stepOf('tasks'), { 'setup-tasks': ['You pressed “Change” beside the new tasks.', filled] }),
    ...exhibitsOf(stepOf('names'), { 'setup-names': ['You pressed “Change” beside the names.', filled] }),
    ...exhibitsOf(recommendationsModal, {
      'setup-recommendations': [
        'You pressed “Change” beside the recommendations, or typed `/sightline actions remove`.',
        { tracked },
        here,
      ],
      'setup-recommendations-stopped': [
        'You stopped tracking the last recommendation.',
        {
          tracked: [],
          done: `Stopped tracking “${title}” here. Its task, if there is one, stays.`,
          stopped: id(1),
        },
        here,
      ],
    }),
    ...exhibitsOf(nothingTracked, {
      'track-nothing': [
        'You typed `/sightline actions add` and an address while the service was down.',
        {
          ...nothing,
          unseen: [id(3)],
          reason: 'The analytics service can’t be reached. Try again in a few minutes.',
        },
      ],
      'track-already': [
        'You typed one that is already tracked, and one that the workspace doesn’t have.',
        { ...nothing, already: tracked.slice(0, 1), unknown: ['r-gone'] },
      ],
    }),
  ],
}

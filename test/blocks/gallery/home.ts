import { type HomeContent, type HomeDigest, homeView } from '../../../src/blocks/home/home.ts'
import type { HomeTask } from '../../../src/blocks/home/home-work.ts'
import { standingModal } from '../../../src/blocks/home/standing.ts'
import { chooseChannelModal } from '../../../src/blocks/settings/choose-channel.ts'
import type { Contact } from '../../../src/model/permission.ts'
import type { Reason } from '../../../src/store/reason.ts'
import { defaultSettings } from '../../../src/store/tables/digest-settings.ts'
import { overtookReport } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'
import { firstReport, slidingReport } from './markets.ts'
import { storyWords, up } from './tasks/stories.ts'

const { alerts: alertsOff } = defaultSettings

/** A healthy digest by default. */
export const homeDigest = (more: Partial<HomeDigest> = {}): HomeDigest => ({
  id: '5d0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e01',
  channel: 'C0BRAND',
  name: 'Weekly brand visibility',
  scope: 'All engines',
  schedule: 'Every Monday at 9:00 (Berlin)',
  alerts: alertsOff,
  pausedFor: null,
  pausedAt: null,
  pausedBy: null,
  nextRuns: ['2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'],
  last: { state: 'posted', at: '2026-11-16T08:00:03Z', reason: null, messageTs: '1794038403.000100' },
  link: 'https://northwind.slack.com/archives/C0BRAND/p1794038403000100',
  ...more,
})

/** One whose last message is not there, at this time and for this reason. */
const unposted = (
  state: NonNullable<HomeDigest['last']>['state'],
  at: string,
  reason: Reason,
  more: Partial<HomeDigest>,
) => homeDigest({ last: { state, at, reason, messageTs: null }, link: null, ...more })

const digests: readonly HomeDigest[] = [
  homeDigest(),
  unposted('failed', '2026-11-20T12:30:05Z', 'ratelimited', {
    name: 'ChatGPT every morning',
    schedule: 'Every weekday at 7:30 (New York)',
  }),
  unposted('unknown', '2026-10-31T17:00:09Z', 'no_answer', {
    name: 'Board report',
    scope: 'ChatGPT, Perplexity',
    channel: 'C0LEADS',
    schedule: 'The last day of every month at 18:00 (Paris)',
  }),
  unposted('failed', '2026-11-09T08:00:02Z', 'is_archived', {
    name: 'Old place',
    channel: 'C0ARCHIVE',
    pausedFor: 'is_archived',
    pausedAt: '2026-11-09T08:00:02Z',
    nextRuns: [],
  }),
  unposted('skipped', '2026-11-09T08:00:01Z', 'missed', {
    name: 'On leave',
    pausedFor: 'paused_by_hand',
    pausedAt: '2026-11-10T10:00:00Z',
    pausedBy: 'U0MAYA',
    nextRuns: [],
  }),
  homeDigest({ name: 'Brand new', last: null, link: null }),
  unposted('pending', '2026-11-16T08:00:00Z', 'ratelimited', { name: 'Under way' }),
]

const ref = { organizationId: 'o1', workspaceId: 'w1', resultId: 'r1' }
const task: HomeTask = {
  ...ref,
  state: 'created',
  taskId: 't1',
  name: 'Publish a comparison page against Contoso',
  channel: 'C0BRAND',
  at: '2026-11-16T08:14:01Z',
  title: null,
  link: 'https://northwind.slack.com/archives/C0BRAND/p1794038403000100',
}
const nothingOpen = {
  isTracking: false,
  recommendations: [],
  moreRecommendations: 0,
  tasks: [],
  moreTasks: 0,
  hasTasks: false,
  mayChange: true,
} as const
const open = {
  ...nothingOpen,
  isTracking: true,
  recommendations: [
    { ...ref, resultId: 'r2', channel: 'C0BRAND', title: 'Answer the pricing thread on r/saas' },
    { ...ref, resultId: 'r3', channel: 'C0LEADS', title: 'Get listed on two comparison sites' },
  ],
  moreRecommendations: 3,
  tasks: [
    { ...task, state: 'creating', at: '2026-11-16T08:13:59Z', link: null },
    { ...task, state: 'unknown', name: null, title: 'Answer the security thread' },
    { ...task, story: up, name: 'Answer the pricing thread on r/saas' },
  ],
  words: storyWords,
  moreTasks: 4,
  hasTasks: true,
} as const
const overtook = { kind: 'ready', report: overtookReport, channel: 'C0BRAND' } as const
const dashboard: Extract<HomeContent, { kind: 'dashboard' }> = {
  kind: 'dashboard',
  standing: { ...overtook, report: { ...slidingReport, ranked: 12 } },
  open,
  digests: [homeDigest()],
  total: 1,
  page: 1,
  pages: 1,
  connection: null,
  mayChange: true,
}
const many = Array.from({ length: 12 }, (_, index) =>
  homeDigest({ name: `Digest for team ${index + 1}`, channel: 'C0TEAM' }),
)
const forty = { ...dashboard, standing: overtook, digests: many, total: 40, pages: 4 }

const ops: Contact = { kind: 'user', id: 'U0OPS' }
const byEmail: Contact = { kind: 'email', address: 'brand-ops@northwind.example' }

const unavailable = (sentence: string, channel: string | null) =>
  ({ kind: 'unavailable', sentence, reference: 'K7QM-2XPA', channel }) as const
const nothingTracked = { ...dashboard, open: nothingOpen }
const key = { lastFour: '1234', connectedBy: 'U0ANA', connectedAt: '2026-11-03T09:30:00Z' }

const chooseChannel = (chosen: string | null, problem?: string) =>
  chooseChannelModal(chosen, 'settings', problem === undefined ? {} : { errors: { channel: problem } })

export const homeGroup: ExhibitGroup = {
  title: 'The Home tab',
  exhibits: [
    ...exhibitsOf(homeView, {
      home: [
        'You opened the Home tab: where the brand stands, what to do, and your one digest.',
        dashboard,
        ops,
      ],
      'home-reader': [
        'You may read but not change: no buttons that would be refused.',
        { ...dashboard, open: { ...open, mayChange: false }, mayChange: false },
        ops,
      ],
      'home-none': [
        'None of your channels has a digest: the figures are from the default analysis.',
        { ...nothingTracked, standing: { ...overtook, channel: null }, digests: [], total: 0 },
        null,
      ],
      'home-forty': [
        'You have forty digests: the first twelve, and a button for the next ones.',
        forty,
        byEmail,
      ],
      'home-page': [
        'The last of those pages: only digests.',
        { ...forty, standing: null, open: null, digests: many.slice(0, 4), page: 4 },
        byEmail,
      ],
      'home-loading': [
        'The figures are loading; digests in every state; no recommendation waits for a task.',
        {
          ...dashboard,
          standing: { kind: 'loading', channel: 'C0BRAND' },
          open: { ...nothingOpen, isTracking: true, moreTasks: 2 },
          digests,
          total: digests.length,
        },
        ops,
      ],
      'home-admin': [
        'The service is down, Slack rejects the token, and you are an admin of the workspace.',
        {
          ...dashboard,
          standing: unavailable('The analytics service is down. Try again in a few minutes.', 'C0BRAND'),
          connection: { key },
        },
        ops,
      ],
      'home-unconnected': [
        'There is no API key yet, and you are an admin.',
        {
          ...nothingTracked,
          standing: unavailable('Sightline has no analytics API key for this workspace.', null),
          connection: { key: null },
        },
        null,
      ],
      'home-refused': [
        'You are a guest, and guests can’t use Sightline here.',
        {
          kind: 'problem',
          sentence: 'Guests can’t use Sightline here. Ask a colleague in this workspace to help.',
          ask: ['U0ANA', 'S0BRAND'],
          reference: null,
        },
        null,
      ],
      'home-problem': [
        'The database doesn’t answer.',
        {
          kind: 'problem',
          sentence: 'Sightline can’t reach its own data. Try again in a minute.',
          ask: [],
          reference: 'K7QM-2XPA',
        },
        null,
      ],
    }),
    ...exhibitsOf(chooseChannel, {
      'choose-channel': ['You pressed “Channel settings” on the Home tab.', null],
      'choose-channel-again': [
        'The channel that you chose can’t be set up; Sightline found out after Slack’s time limit for the form.',
        'C0GENERAL',
        'Sightline is not in the channel. Type /invite @Sightline there, then press Continue again.',
      ],
    }),
    ...exhibitsOf((channel: string | null) => chooseChannelModal(channel, 'digest'), {
      'choose-channel-digest': ['You pressed “Set up a digest” on the Home tab.', null],
    }),
    ...exhibitsOf(standingModal, {
      standing: [
        'You chose “Where do we stand?” from Slack’s shortcuts.',
        dashboard.standing,
        { channel: 'C0BRAND', canChoose: true },
      ],
      'standing-one-channel': [
        'The same in the first week with figures, where you share one channel with Sightline.',
        { ...overtook, report: firstReport },
        { channel: 'C0BRAND', canChoose: false },
      ],
      'standing-loading': [
        'The same, without a digest yet; the figures are loading.',
        { kind: 'loading' },
        { channel: null, canChoose: true },
      ],
      'standing-refused': [
        'In that form, you chose a channel that you aren’t in.',
        null,
        {
          channel: 'C0LEADS',
          canChoose: true,
          notice: {
            sentence: 'You’re not in this channel. Join it, or choose one of yours.',
            reference: 'K7QM-2XPA',
          },
        },
      ],
    }),
  ],
}

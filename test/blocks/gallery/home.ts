import { type HomeContent, type HomeDigest, homeView } from '../../../src/blocks/home/home.ts'
import { chooseChannelModal } from '../../../src/blocks/settings/choose-channel.ts'
import type { Contact } from '../../../src/model/contact.ts'
import { defaultSettings } from '../../../src/store/tables/digest-settings.ts'
import { exhibit, type Room } from './exhibit.ts'

const { alerts: alertsOff } = defaultSettings

/** A healthy one, unless told. */
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

const failed: HomeDigest = homeDigest({
  name: 'ChatGPT every morning',
  schedule: 'Every weekday at 7:30 (New York)',
  last: { state: 'failed', at: '2026-11-20T12:30:05Z', reason: 'ratelimited', messageTs: null },
  link: null,
})
const digests: readonly HomeDigest[] = [
  homeDigest(),
  failed,
  homeDigest({
    name: 'Board report',
    channel: 'C0LEADS',
    schedule: 'on the last day of each month at 18:00 (Europe/Paris)',
    last: { state: 'unknown', at: '2026-10-31T17:00:09Z', reason: 'no_answer', messageTs: null },
    link: null,
  }),
  homeDigest({
    name: 'Old place',
    channel: 'C0ARCHIVE',
    pausedFor: 'is_archived',
    pausedAt: '2026-11-09T08:00:02Z',
    nextRuns: [],
    last: { state: 'failed', at: '2026-11-09T08:00:02Z', reason: 'is_archived', messageTs: null },
    link: null,
  }),
  homeDigest({
    name: 'On leave',
    pausedFor: 'paused_by_hand',
    pausedAt: '2026-11-10T10:00:00Z',
    pausedBy: 'U0MAYA',
    nextRuns: [],
    last: {
      state: 'skipped',
      at: '2026-11-09T08:00:01Z',
      reason: 'missed',
      messageTs: null,
    },
    link: null,
  }),
  homeDigest({ name: 'Brand new', last: null, link: null }),
  homeDigest({
    name: 'Under way',
    last: { state: 'pending', at: '2026-11-16T08:00:00Z', reason: 'ratelimited', messageTs: null },
    link: null,
  }),
]

const task = {
  state: 'created',
  name: 'Publish a comparison page against Contoso',
  createdBy: 'U0ANA',
  channel: 'C0BRAND',
  startedAt: '2026-11-16T08:13:59Z',
  finishedAt: '2026-11-16T08:14:01Z',
  title: null,
} as const

const view = (name: string, when: string, data: { content: HomeContent; contact: Contact | null }) =>
  exhibit({ name, when, data, draw: ({ content, contact }) => homeView(content, contact) })

const problem = (sentence: string, ask: readonly string[], reference: string | null): HomeContent => ({
  kind: 'problem',
  sentence,
  ask,
  reference,
})

export const homeRoom: Room = {
  title: 'The Home tab',
  exhibits: [
    view('home', 'You opened the Home tab: digests in every state, and the newest tasks.', {
      content: {
        kind: 'digests',
        digests,
        total: digests.length,
        page: 1,
        pages: 1,
        tasks: [
          task,
          { ...task, state: 'creating', name: null, title: 'Answer the pricing thread', finishedAt: null },
          { ...task, state: 'unknown', name: null },
        ],
        moreTasks: 4,
      },
      contact: { kind: 'user', id: 'U0OPS' },
    }),
    view('home-page', 'There is more than one page: this is the second of three.', {
      content: {
        kind: 'digests',
        digests: [homeDigest()],
        total: 30,
        page: 2,
        pages: 3,
        tasks: [],
        moreTasks: 0,
      },
      contact: { kind: 'email', address: 'brand-ops@northwind.example' },
    }),
    view('home-nothing', 'No channel that you are in has a digest.', {
      content: { kind: 'nothing' },
      contact: null,
    }),
    view('home-unknown', 'Slack does not tell which channels you are in.', {
      content: { kind: 'channels_unknown' },
      contact: null,
    }),
    view('home-refused', 'You are a guest, and guests may not read here.', {
      content: problem(
        "Guests can't use Sightline here. Ask a colleague from this workspace to look for you.",
        ['U0ANA', 'S0BRAND'],
        null,
      ),
      contact: null,
    }),
    view('home-problem', 'The database does not answer.', {
      content: problem(
        "Sightline can't use its own records right now. Try again in a minute.",
        [],
        'K7QM-2XPA',
      ),
      contact: null,
    }),
    exhibit({
      name: 'choose-channel',
      when: 'You pressed “Set up a channel” on the Home tab.',
      data: { channel: null },
      draw: ({ channel }) => chooseChannelModal(channel),
    }),
    exhibit({
      name: 'choose-channel-again',
      when: 'The channel that you chose can’t be set up, and that took longer to find out than Slack waits.',
      data: {
        channel: 'C0GENERAL',
        problems: {
          error: 'Sightline is not in the channel. Type /invite @Sightline there, then press Continue again.',
        },
      },
      draw: ({ channel, problems }) => chooseChannelModal(channel, problems),
    }),
  ],
}

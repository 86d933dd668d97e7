import { type Log, noMeter } from '../src/lib/telemetry.ts'
import type { ChannelDefaults } from '../src/model/channel.ts'
import type { Click, Person } from '../src/slack/port.ts'
import type { Workspace } from '../src/slack/workspace.ts'
import { defaultSettings, type Store, type Subscription } from '../src/store/index.ts'

/** An object with the given parts. @param otherwise what it has instead of any other part */
export function withParts<T extends object>(parts: Partial<T>, otherwise: (name: string) => unknown): T {
  return new Proxy(parts as T, {
    get: (target, name) => {
      // Promise resolution looks for "then"; "shared" is there in a run only.
      const isOptional = typeof name === 'symbol' || name === 'then' || name === 'shared'
      return name in target || isOptional ? Reflect.get(target, name) : otherwise(name)
    },
  })
}

/** A workspace with the given parts. Using any other part fails the test. */
export const testWorkspace = (given: Partial<Workspace>): Workspace =>
  withParts({ ...quietParts, ...given }, (name) => {
    throw new TypeError(`the test gave no workspace.${name}`)
  })

/** Says nothing. A mistake in the code that the product catches and logs fails the test all the same. */
export const silent: Log = { debug: () => {}, info: () => {}, warn: unlessMistake, error: unlessMistake }

function unlessMistake(...[, fields]: Parameters<Log['error']>): void {
  const error = fields?.error
  if (error instanceof TypeError || error instanceof ReferenceError) void Promise.reject(error)
}

/** A person of whom Slack says nothing more than this. */
export const person = (more: Partial<Person> = {}): Person => ({
  id: 'U1',
  name: null,
  timeZone: null,
  workspaces: [],
  organization: null,
  isAdmin: false,
  isOrgAdmin: false,
  isGuest: false,
  isBot: false,
  deleted: false,
  ...more,
})

/** A Slack that knows nothing about any person. */
export const unknownPeople: Workspace['people'] = {
  person: async () => null,
  currentPerson: async () => null,
  isIn: async () => null,
  groupMembers: async () => null,
  channelsOf: async () => null,
  hasLeft: async () => false,
}

/** An API key that stays the same. */
export const oneKey: Workspace['apiKey'] = {
  configured: true,
  place: null,
  fingerprint: async () => 'K1',
  clientWith: () => {
    throw new Error('the test gave no client for another key')
  },
  changed: () => {},
}

/** Paces without delays. */
export const unpaced = { workspace: { everyMs: 0, burst: 1 }, channel: { everyMs: 0, burst: 1 } }

/** One analysis from the settings, and no tracked recommendations. */
export const plainDefaults: ChannelDefaults = {
  placeFrom: 'configuration',
  organizationId: 'org',
  workspaceId: 'ws',
  projectId: 'project',
  subreddits: [],
  recommendations: [],
  timeZone: 'UTC',
}

/** In each workspace of a test, which may replace them: they say nothing and wait for nothing. */
const quietParts: Partial<Workspace> = {
  log: silent,
  meter: noMeter,
  paces: unpaced,
  apiKey: oneKey,
  defaults: plainDefaults,
  contact: null,
  url: 'https://northwind.slack.com/',
  isShared: async () => false,
  outbox: { wake: () => {} },
}

/** A digest that runs, as it was set up. */
export const runningDigest = (more: Partial<Subscription> = {}): Subscription => ({
  ...defaultSettings,
  name: 'Weekly',
  schedule: { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Paris' },
  team: 'T1',
  id: 'S1',
  channel: 'C1',
  source: 'user',
  state: 'active',
  pausedReason: null,
  pausedAt: null,
  owner: 'U1',
  ownerAsked: null,
  createdBy: 'U1',
  createdAt: '2026-11-16T08:00:00Z',
  effectiveFrom: '2026-11-16T08:00:00Z',
  revision: 0,
  plannedUntil: null,
  ...more,
})

/** Sets up a digest, by default on Mondays at nine. */
export const createDigest = (
  { subscriptions }: Pick<Store, 'subscriptions'>,
  now: Temporal.Instant,
  more: Partial<Parameters<Store['subscriptions']['create']>[0]> = {},
) => {
  const { name, schedule, team, id, channel } = runningDigest()
  const digest = { ...defaultSettings, name, schedule, team, id, channel, by: 'U1' }
  return subscriptions.create({ ...digest, ...more }, now)
}

/** A click on a button, by default on none. */
export const buttonClick = (more: Partial<Click>): Click => ({
  team: 'T1',
  channel: null,
  user: 'U1',
  actionId: '',
  value: '',
  triggerId: 'T',
  message: null,
  viewId: null,
  responseAddress: null,
  view: null,
  outside: false,
  ...more,
})

/** A message with a button, as a click names it. */
export const messageIn = (channel: string, more: Partial<NonNullable<Click['message']>> = {}) => ({
  channel,
  ts: '1.1',
  ephemeral: false,
  content: null,
  threadTs: null,
  ...more,
})

/** An installation with token rotation. */
export const rotatingInstallation = (
  team: string,
  expiresAt: Temporal.Instant,
  installedBy: string | null = null,
): Parameters<Store['installations']['save']>[0] => ({
  team,
  isOrg: false,
  name: '',
  url: '',
  botUser: 'U0BOT',
  scopes: [],
  installedBy,
  token: 'xoxb-first-0',
  rotation: { refreshToken: 'xoxe-refresh-1', expiresAt },
})

/** A message that arrived some time ago. */
export async function sentEarlier(
  { outbox }: Pick<Store, 'outbox'>,
  owed: Parameters<Store['outbox']['enqueueClaimed']>[0],
  effect: object | null,
  now: Temporal.Instant,
  ts = '1.1',
): Promise<void> {
  const row = await outbox.enqueueClaimed(owed, 60_000, now)
  if (row === null) throw new Error('it was owed before')
  await outbox.begin(row, { message: {}, effect, replies: [] }, 60_000, now)
  await outbox.settle(row, { state: 'sent', ts }, now)
}

type Tasks = Pick<Store, 'tasks'>
type TaskRef = Parameters<Store['tasks']['claim']>[0]
type TaskClick = Partial<Record<'by' | 'channel' | 'messageTs', string>>

/** A task that a person is creating. @returns the attempt */
export async function claimedTask(
  { tasks }: Tasks,
  ref: TaskRef,
  now: Temporal.Instant,
  { by = 'U1', channel = 'C1', messageTs }: TaskClick = {},
) {
  const input = { kind: 'first' } as const
  await tasks.claim(ref, { by, channel, messageTs: messageTs ?? null, now, input, reference: 'K7QM-2XPA' })
  return { ...ref, generation: 1, attempt: 1 }
}

/** A task whose request got no answer. @returns the attempt */
export async function unansweredTask(store: Tasks, ref: TaskRef, now: Temporal.Instant, click?: TaskClick) {
  const attempt = await claimedTask(store, ref, now, click)
  await store.tasks.unknown(attempt, 'outcome_unknown', now)
  return attempt
}

/** A task that a person created, as the store keeps it. */
export async function createdTask(
  store: Tasks,
  ref: TaskRef,
  now: Temporal.Instant,
  more: TaskClick & Partial<Record<'taskId' | 'name' | 'description', string>> = {},
): Promise<void> {
  const { taskId = 'K1', name = 'Write a page', description = '' } = more
  const attempt = await claimedTask(store, ref, now, more)
  await store.tasks.created(attempt, { taskId, name, description }, now)
}

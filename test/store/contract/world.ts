import {
  type AuditEntry,
  type DigestStatement,
  defaultSettings,
  digestOwed,
  type Effect,
  type NewInstallation,
  type NoticeMatter,
  type OutboxRow,
  type Owed,
  type Schedule,
  type Store,
  type Subscription,
} from '../../../src/store/index.ts'
import type { TestDatabase } from '../engines.ts'

/** Given to every suite. The database exists once the tests run. */
export type TheDatabase = () => TestDatabase

export const start = Temporal.Instant.from('2026-03-02T08:00:00Z')
export const after = (milliseconds: number) => start.add({ milliseconds })
export const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'millisecond' })

export const leaseMs = 60_000

let teams = 0
/** Tests share one database; each uses its own team. */
export const newTeam = () => `T${++teams}`

export const first = (database: TheDatabase): Store => database().replicas[0]

/** A workspace in a store: the store's parts by their names, and what can be done there, without assertions. */
export function workspaceIn(store: Store, team = newTeam()) {
  /** A digest of U1. */
  const subscribe = (channel = 'C1', id = 'S1'): Promise<Subscription> =>
    store.subscriptions.create({ ...weekly, team, id, channel, by: 'U1' }, start)
  /** The digest that S1 owes for a slot. */
  const owedDigest = (slot = start, subscriptionId = 'S1'): Owed =>
    digestOwed({ team, subscriptionId, channel: 'C1' }, slot)
  /** Owes a message and claims it. */
  const claimedRow = async (owed: Owed, now = start): Promise<OutboxRow> => {
    const row = await store.outbox.enqueueClaimed(owed, leaseMs, now)
    if (row === null) throw new Error('a new message could not be claimed')
    return row
  }
  /** Sends a claimed message; Slack's answer is still missing. */
  const begin = async (row: OutboxRow, leaving = intent(), now = start): Promise<void> => {
    if (!(await store.outbox.begin(row, leaving, leaseMs, now))) throw new Error('the claim was void')
  }
  return {
    ...store,
    store,
    team,
    ref: recommendation(team),
    subscribe,
    owedDigest,
    claimedRow,
    begin,
    /** A notice about a digest. */
    owedNotice: (
      to: string,
      subject: string,
      matter: NoticeMatter = { kind: 'paused', code: 'is_archived' },
    ): Owed => {
      const notice = { team, kind: 'notice', key: `${subject} ${matter.kind}`, subject, channel: to }
      return { ...notice, since: start, about: { matter, tried: [] } }
    },
    /** Claims a slot of a new subscription. */
    claimed: async (slot = start) => {
      await subscribe()
      return claimedRow(owedDigest(slot))
    },
    /** Sends a claimed message, which arrives. */
    send: async (row: OutboxRow, ts = '1.1', leaving = intent(), now = start) => {
      await begin(row, leaving, now)
      await store.outbox.settle(row, { state: 'sent', ts }, now)
    },
    /** Claims a message of unknown outcome for a person. */
    claimedUnknown: async ({ id }: OutboxRow, now = start): Promise<OutboxRow> => {
      const row = await store.outbox.claimUnknown({ team, id, by: 'U1' }, leaseMs, now)
      if (row === null) throw new Error('somebody else has it')
      return row
    },
    settled: async (...ending: Parameters<Store['outbox']['settle']>) =>
      (await store.outbox.settle(...ending)).result,
    /** The messages of these kinds, newest first. */
    listed: (of: { readonly channel: string } | { readonly subject: string }, ...kinds: readonly string[]) =>
      store.outbox.list({ team, ...of }, kinds, page),
    /** Those of this workspace. */
    mine: <T extends { readonly team: string }>(of: readonly T[]) => of.filter((one) => one.team === team),
  }
}

export type TestWorkspace = ReturnType<typeof workspaceIn>

/** A workspace of the test's own, and what many callers do there at once. */
export function newWorkspace(database: TheDatabase) {
  return {
    ...workspaceIn(first(database)),
    raced: <T>(callers: number, call: (store: Store, caller: number) => Promise<T>) =>
      raced(database, callers, call),
    /** What many callers at once got, without those who got nothing. */
    won: async <T>(callers: number, call: (store: Store, caller: number) => Promise<T>) =>
      (await raced(database, callers, call)).flatMap((got) => (got ? [got] : [])),
  }
}

export const page = { limit: 100, offset: 0 }

/** The only one of these. */
export function only<T>(of: readonly T[]): T {
  const [one] = of
  if (one === undefined || of.length > 1) throw new Error(`there are ${of.length}`)
  return one
}

/** Everything that is claimed page by page, until nothing is left. */
export async function pagesOf<T>(
  limit: number,
  claim: (limit: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (let pages = 0; pages < 1_000; pages += 1) {
    const claimed = await claim(limit)
    if (claimed.length === 0) return all
    if (claimed.length > limit) throw new Error(`a page of ${claimed.length}`)
    all.push(...claimed)
  }
  throw new Error('the same is claimed again and again')
}

/** Makes the same call from many callers at once, spread over the replicas. */
export function raced<T>(
  database: TheDatabase,
  callers: number,
  call: (store: Store, caller: number) => Promise<T>,
) {
  const { replicas } = database()
  return Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      call(replicas[caller % replicas.length] ?? replicas[0], caller),
    ),
  )
}

export const monday: Schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Berlin' }
export const weekly = { ...defaultSettings, name: 'Weekly', schedule: monday }

/** The configuration’s digest, which it sets up. */
export async function configuredDigest(
  store: Store,
  team: string,
  channel = 'C1',
  at = start,
): Promise<Subscription> {
  await store.subscriptions.setUpConfigured({ team, channel, name: 'Weekly', schedule: monday }, at)
  const digests = await store.subscriptions.forChannel(team, channel)
  const configured = digests.find(({ source }) => source === 'settings')
  if (configured === undefined) throw new Error('it is deleted')
  return configured
}

/** What leaves, and what becomes true when it has arrived. */
export const intent = (effect: Effect | null = null, ...replies: readonly string[]) => ({
  message: { text: 'the message', blocks: [] as readonly unknown[] },
  effect,
  replies: replies.map((message) => ({ message: { text: message, blocks: [] } })),
})

/** What a digest says. By default it was composed at `start` and read nothing. */
export const statement = (more: Partial<DigestStatement> = {}): DigestStatement => ({
  composedAt: text(start),
  figures: null,
  reddit: null,
  actions: null,
  evaluations: null,
  ...more,
})

/** The part of a statement with these summaries. */
export const summaries = (...ids: readonly string[]) => ({
  summaries: ids.map((summaryId) => ({ summaryId, subreddit: 'saas', creationDate: '2026-03-01' })),
  sentiments: {},
})

/** A line of the audit log. */
export const auditLine = (team: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  team,
  user: 'U1',
  channel: 'C1',
  action: 'a.change',
  subject: null,
  outcome: 'done',
  detail: null,
  reference: null,
  ...more,
})

/** A person's wish to hear of an evaluation's end. */
export const watch = (team: string, user = 'U1', evaluationId = 'E1') => ({
  team,
  organizationId: 'O1',
  workspaceId: 'W1',
  evaluationId,
  user,
})

/** A workspace's API key. */
export const connection = (team: string, key = 'sk-first-key-1') => ({
  team,
  key,
  lastFour: key.slice(-4),
  reach: 'the organization Northwind',
  place: { organizationId: 'O1', workspaceId: 'W1', projectId: 'P1' },
  connectedBy: 'U1',
})

export const installation = (team: string, more: Partial<NewInstallation> = {}): NewInstallation => ({
  team,
  isOrg: false,
  name: 'Northwind',
  url: 'https://northwind.slack.com/',
  botUser: 'U0BOT',
  scopes: ['commands', 'chat:write'],
  installedBy: 'U1',
  token: 'xoxb-first-1',
  rotation: null,
  ...more,
})

export const recommendation = (team: string, resultId = 'R1') => ({
  team,
  organizationId: 'O1',
  workspaceId: 'W1',
  resultId,
})

/** The task that the service makes of it. */
export const task = { taskId: 'K1', name: 'Write a page', description: 'About widgets' }

/** An attempt to create its first task. */
export const attemptOf = (ref: ReturnType<typeof recommendation>, attempt = 1) => ({
  ...ref,
  generation: 1,
  attempt,
})

/** A click on “Create task”. */
export const click = {
  by: 'U1',
  channel: 'C1',
  messageTs: '1.1',
  now: start,
  input: { kind: 'first' },
  reference: 'K7QM-2XPA',
} as const

/** The same in the form about an unknown outcome, and for a further task. */
export const anyway = { ...click, input: { kind: 'anyway' } } as const
export const another = (besides: string) => ({ ...click, input: { kind: 'another', besides } as const })

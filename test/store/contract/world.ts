import {
  type DigestStatement,
  defaultSettings,
  type NewNotice,
  type NoticeMatter,
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

/** A digest of U1. The same `id` gives the same digest. */
export const subscribe = (store: Store, team: string, channel = 'C1', id = 'S1'): Promise<Subscription> =>
  store.subscriptions.create({ ...weekly, team, id, channel, by: 'U1' }, start)

/** A claim of the slot at `start`. */
export const slotRequest = (team: string, subscriptionId: string) => ({
  team,
  subscriptionId,
  slot: start,
  channel: 'C1',
  askedBy: null,
  leaseMs,
  now: start,
})

/** A notice about a digest, addressed to its first recipient. */
export const noticeTo = (
  to: string | null,
  team: string,
  subscriptionId: string,
  matter: NoticeMatter = { kind: 'paused', code: 'is_archived' },
): NewNotice => ({
  team,
  subscriptionId,
  channel: 'C1',
  to,
  notice: { matter, since: text(start), step: 0, tried: [] },
  at: start,
})

/** The intent of a post without anything for the digest's record. */
export const nothing = { statement: null, leaseMs }

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
  gone: [],
})

/** Claims a slot of a new subscription, without assertions. */
export async function claimed(store: Store, team: string, slot = start) {
  const subscription = await subscribe(store, team)
  const request = { ...slotRequest(team, subscription.id), slot }
  const claim = await store.deliveries.claim(request)
  if (claim === null) throw new Error('a new slot could not be claimed')
  return { subscription, request, claim }
}

export const recommendation = (team: string, resultId = 'R1') => ({
  team,
  organizationId: 'O1',
  workspaceId: 'W1',
  resultId,
})

export const click = {
  by: 'U1',
  channel: 'C1',
  messageTs: '1.1',
  now: start,
  input: { kind: 'first' },
  reference: 'K7QM-2XPA',
} as const

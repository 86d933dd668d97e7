import { expect, it } from 'vitest'
import type { OutboxRow, Store } from '../../../../src/store/index.ts'
import { after, first, intent, leaseMs, start, statement, type TheDatabase, workspaceIn } from '../world.ts'
import { lastTeams } from './claims.ts'

const effect = { statement: statement(), checkOwner: true } as const
const sending = (store: Store, row: OutboxRow) =>
  workspaceIn(store, row.team).begin(row, intent(effect, 'a reply'))

/** What one workspace does with a message; `before`: what both workspaces have done before. */
const acts: Readonly<
  Record<
    string,
    {
      readonly before?: (store: Store, row: OutboxRow) => Promise<void>
      readonly act: (store: Store, row: OutboxRow) => Promise<unknown>
    }
  >
> = {
  'owes it again and takes it over': {
    act: (store, { team }) =>
      store.outbox.enqueueClaimed(workspaceIn(store, team).owedDigest(), leaseMs, after(leaseMs)),
  },
  'claims it from the queue': {
    act: ({ outbox }, { team }) =>
      outbox.claim({ now: after(leaseMs), leaseMs, busy: [], after: team.slice(0, -1), limit: 1 }),
  },
  'begins to send it': { act: sending },
  'begins to send it again': {
    before: async (store, row) => {
      await sending(store, row)
      await store.outbox.settle(row, { state: 'unknown', dueAt: start, reason: 'no_answer' }, start)
    },
    act: (store, row) => workspaceIn(store, row.team).begin(row),
  },
  'has sent it': {
    before: sending,
    act: ({ outbox }, row) => outbox.settle(row, { state: 'sent', ts: '1.1' }, after(1)),
  },
  'reports again that it has sent it': {
    before: sending,
    act: async ({ outbox }, row) => {
      for (const ms of [1, 2]) await outbox.settle(row, { state: 'sent', ts: '1.1' }, after(ms))
    },
  },
  'goes on after a line': {
    before: sending,
    act: ({ outbox }, row) => outbox.continueWith(row, '1.2', leaseMs, after(1)),
  },
  'stops all of its kind': {
    act: ({ outbox }, { team, subject, kind }) => outbox.stop(team, subject, kind, after(1)),
  },
  'waits with it': {
    act: ({ outbox }, row) =>
      outbox.settle(row, { state: 'later', dueAt: after(9), reason: 'ratelimited' }, start),
  },
  'gives it up': {
    before: sending,
    act: ({ outbox }, row) => outbox.settle(row, { state: 'failed', reason: 'msg_too_long' }, start),
  },
  'gives it up and pauses its digest': {
    act: ({ outbox }, row) =>
      outbox.settle(row, { state: 'failed', reason: 'is_archived' }, start, { pause: 'is_archived' }),
  },
  'asks a person': {
    before: sending,
    act: ({ outbox }, row) =>
      outbox.settle(row, { state: 'unknown', dueAt: null, reason: 'no_answer', applies: true }, start),
  },
  'sends it again for a person': {
    before: async (store, row) => {
      await sending(store, row)
      await store.outbox.settle(row, { state: 'unknown', dueAt: null, reason: 'no_answer' }, start)
    },
    act: ({ outbox }, { team, id }) => outbox.claimUnknown({ team, id, by: 'U9' }, leaseMs, after(1)),
  },
  'withdraws it': { act: ({ subscriptions }, { team }) => subscriptions.remove(team, 'S1', after(1)) },
  'is erased': { before: sending, act: (store, { team }) => store.erase(team) },
}

export function outboxTeamSuite(database: TheDatabase) {
  it.each(Object.entries(acts))(
    'has an id that another workspace has, too: one %s, and the other’s stays as it is',
    async (_, { before, act }) => {
      const store = first(database)
      const { a: team, b: other } = lastTeams()
      const row = await workspaceIn(store, team).claimed()
      await before?.(store, row)
      // A message of the same id, and everything that belongs to it.
      for (const table of ['subscriptions', 'outbox', 'digest_records']) await copyRows(table, team, other)
      const has = await everything(other)
      expect(has.outbox.length).toBeGreaterThan(0)
      const had = await everything(team)
      await act(store, row)
      expect(await everything(other)).toEqual(has)
      expect(await everything(team), 'something was done').not.toEqual(had)
    },
  )

  const rowsOf = (table: string, team: string) =>
    database().query(`SELECT * FROM ${table} WHERE team_id = '${team}'`)
  const everything = async (team: string) => ({
    subscriptions: await rowsOf('subscriptions', team),
    outbox: (await rowsOf('outbox', team)).toSorted((a, b) => Number(a.part) - Number(b.part)),
    records: await rowsOf('digest_records', team),
  })
  const copyRows = async (table: string, from: string, to: string) => {
    const [row = {}] = await rowsOf(table, from)
    const columns = Object.keys(row).filter((column) => column !== 'team_id')
    if (columns.length === 0) return
    await database().query(
      `INSERT INTO ${table} (team_id, ${columns}) SELECT '${to}', ${columns} FROM ${table} WHERE team_id = '${from}'`,
    )
  }
}

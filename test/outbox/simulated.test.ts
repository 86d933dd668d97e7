import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboxRow } from '../../src/store/index.ts'
import { isThorough } from '../properties/thorough.ts'
import { postgresDatabase, sqliteDatabase, type TestDatabase } from '../store/engines.ts'
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts'
import { isUnreadable, type Simulation, simulate } from './simulation.ts'

const start = '2026-11-23T09:00:00Z'
const faults = {
  killed: 0.004,
  stopped: 0.001,
  suspended: 0.003,
  suspendedBeforePost: 0.15,
  answerLost: 0.03,
  answeredSlowly: 0.4,
  limited: 0.06,
  failed: 0.06,
  postedWithoutAnswer: 0.08,
  postedLate: 0.08,
  lookUpFailed: 0.1,
}
const minute = 60_000
const seeds = (count: number) =>
  Array.from({ length: isThorough ? count * 10 : count }, (_, index) => index + 1)

type Stored = Record<keyof OutboxRow, string | null> & { readonly part: number }

/** What is wrong with what Slack shows at the end. */
async function audit(
  database: TestDatabase,
  { posts }: Simulation,
  teams: readonly string[],
  removed: string,
) {
  const list = teams.map((team) => `'${team}'`).join(', ')
  const rows = (await database.query(
    `SELECT team_id AS team, id, kind, channel_id AS channel, thread_ts AS "threadTs", root, part, state, due_at AS "dueAt",
      ts, about FROM outbox WHERE team_id IN (${list})`,
  )) as unknown as readonly Stored[]
  const wrong: string[] = []
  const of = ({ team, id }: Stored) => posts.filter((one) => one.team === team && one.id === id)
  for (const row of rows) {
    const { team, kind, channel, part, state, dueAt } = row
    const say = (what: string) => wrong.push(`${team} ${kind} ${part} ${row.id} ${state}: ${what}`)
    const shown = of(row)
    if (dueAt !== null) say('is still open')
    if (kind === 'notice') {
      if (shown.length === 0 && team !== removed) say('nobody was told')
      if (shown.filter(({ text }) => !text.startsWith('(again)')).length > 1)
        say('repeated without saying so')
      continue
    }
    if (shown.length > 1) say(`posted ${shown.length} times`)
    if (team === removed) continue
    if (state === 'sent' && shown[0]?.ts !== row.ts) say('another message was recorded')
    if (!isUnreadable(channel ?? '') && state !== 'sent') say('lost')
    if (
      kind === 'digest' &&
      state === 'unknown' &&
      !rows.some((one) => JSON.parse(one.about ?? '').id === row.id)
    )
      say('no person was asked')
    if (kind !== 'reply' || state !== 'sent') continue
    const inThread = rows.filter((one) => one.team === team && one.root === row.root)
    if (row.threadTs !== inThread.find((one) => one.part === 0)?.ts) say('in another thread')
    const before = inThread.find((one) => one.part === part - 1)
    const earlier = before === undefined ? undefined : of(before)[0]
    if (!isUnreadable(channel ?? '') && (earlier === undefined || earlier.at > (shown[0]?.at ?? 0)))
      say('before its predecessor')
  }
  for (const { team, id, text } of posts)
    if (!rows.some((row) => row.team === team && row.id === id)) wrong.push(`without a record: ${text}`)
  const replies = rows.filter(({ kind }) => kind === 'reply')
  for (const { team, id, kind, state } of rows)
    if (kind === 'digest' && state === 'sent' && team !== removed)
      if (replies.filter((one) => one.team === team && one.root === id).length !== 2)
        wrong.push(`${team} ${id}: its replies are missing`)
  return wrong
}

function suite(database: () => TestDatabase, count: number) {
  it.each(seeds(count))('keeps its promises: seed %i', async (seed) => {
    const { replicas } = database()
    const simulation = simulate(replicas, start, seed)
    const { clock } = simulation
    const teams = Array.from({ length: 5 }, (_, index) => `T${seed}x${index}`)
    const [busy = '', revoked = '', removed = ''] = teams
    const owed = Array.from({ length: 30 }, (_, index) => ({
      team: index < 14 ? busy : (teams[index % 5] ?? ''),
      kind: 'digest',
      key: `${index}`,
      subject: `S${index}`,
      channel: index % 6 === 5 ? 'CX' : `C${index % 6}`,
      since: Temporal.Instant.from(start),
      dueAt: clock.now().add({ seconds: index * 5 }),
    }))
    await replicas[0].outbox.enqueue(owed, clock.now())
    await simulation.run(2, minute, faults)
    simulation.reject(revoked)
    await simulation.run(2, minute, faults)
    simulation.remove(removed)
    await simulation.run(2, 2 * minute, faults)
    await simulation.accept(revoked)
    await simulation.run(2, 6 * minute, faults)
    await simulation.finish()
    expect(await audit(database(), simulation, teams, removed)).toEqual([])
    const happened = [...simulation.counts.values()].reduce((sum, times) => sum + times, 0)
    expect(happened, 'faults').toBeGreaterThan(20)
  })
}

describe('Whatever happens to its processes, its database and Slack, the outbox', () => {
  describe('on SQLite', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await sqliteDatabase()
    })
    afterAll(() => database.close())
    suite(() => database, 16)
  })

  describe('on PostgreSQL, with two processes', () => {
    let server: PostgresServer
    let database: TestDatabase
    beforeAll(async () => {
      server = await startPostgres()
      database = await postgresDatabase(server)
    })
    afterAll(async () => {
      await database.close()
      await server.stop()
    })
    suite(() => database, 2)
  })
})

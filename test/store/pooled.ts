import type { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../src/store/backup/back-up.ts'
import { openPostgres } from '../../src/store/engines/postgres.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { sql } from '../../src/store/tables/sql.ts'
import { intent, leaseMs, newTeam, start, workspaceIn } from './contract/world.ts'
import { temporaryFolder } from './engines.ts'
import type { Pooler } from './pooler.ts'
import { type PostgresServer, trusted } from './postgres-server.ts'

/** @param open starts a pooler in transaction mode in front of the server */
export function pooledSuite(server: () => PostgresServer, open: (server: PostgresServer) => Promise<Pooler>) {
  let pooler: Pooler
  beforeAll(async () => {
    pooler = await open(server())
  })
  afterAll(() => pooler?.close())

  const database = async (search = '') => {
    const { pathname } = new URL(await server().createDatabase())
    return `postgres://${trusted}@127.0.0.1:${pooler.port}${pathname}${search}`
  }

  it('is migrated once when several processes start at the same time', async () => {
    const databaseUrl = await database()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore({ databaseUrl })))
    const team = newTeam()
    const track = (store: Store, index: number) => store.channels.track(team, 'C1', `R${index}`, 'U1', start)
    await Promise.all(stores.map(track))
    expect(await stores[0]?.channels.tracked(team, 'C1')).toHaveLength(5)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('serves the others after a client ended while it waited for a connection', async () => {
    const databaseUrl = await database()
    const connect = async () => {
      const client = new pg.Client(databaseUrl)
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const begin = async () => {
      const client = await connect()
      await client.query('BEGIN')
      return client
    }
    const all = await Promise.all([begin(), begin(), begin()])
    const killed = await connect()
    const waiting = killed.query('BEGIN').catch(() => {})
    ;(killed as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    await waiting
    await Promise.all(all.map((client) => client.query('COMMIT')))
    const next = await Promise.all([begin(), begin(), begin()])
    await Promise.all([...all, ...next].map((client) => client.end()))
  })

  it('gives each of many messages to one of two processes, and records every post', async () => {
    const databaseUrl = await database()
    const stores = [await openStore({ databaseUrl }), await openStore({ databaseUrl })] as const
    const { owedDigest } = workspaceIn(stores[0])
    const owed = Array.from({ length: 30 }, (_, index) => owedDigest(start.add({ seconds: index })))
    await stores[0].outbox.enqueue(owed, start)
    const now = start.add({ hours: 1 })
    const deliver = async (index: number) => {
      const store = stores[index % 2] ?? stores[0]
      const posted: string[] = []
      for (;;) {
        const [row] = await store.outbox.claim({ now, leaseMs, busy: [], after: '', limit: 1 })
        // Another process may hold the row that is due.
        if (row === undefined && (await store.outbox.counts()).ready === 0) return posted
        if (row === undefined) continue
        expect(await store.outbox.begin(row, intent(), leaseMs, now)).toBe(true)
        expect((await store.outbox.settle(row, { state: 'sent', ts: row.since }, now)).result).toBe('settled')
        posted.push(row.since)
      }
    }
    const posted = (await Promise.all([0, 1, 2, 3].map(deliver))).flat()
    expect(posted).toHaveLength(owed.length)
    expect(new Set(posted).size).toBe(owed.length)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('ends an idle transaction, and leaves nothing on the connection for the next one', async () => {
    const name = sql.raw('idle_in_transaction_session_timeout')
    const shown = sql<Record<string, string>>`SHOW ${name}`
    const limits = { '': '30s', '?idle_in_transaction_session_timeout=1000': '1s' }
    for (const [search, wanted] of Object.entries(limits)) {
      const { db } = await openPostgres(await database(search))
      for (let round = 0; round < 4; round += 1) {
        const within = await db.transaction((transaction) => shown.execute(transaction))
        expect(Object.values(within.rows[0] ?? {})).toEqual([wanted])
        expect(Object.values((await shown.execute(db)).rows[0] ?? {})).toEqual(['0'])
      }
      await db.close()
    }
  })

  it('is backed up as of one moment', async () => {
    const databaseUrl = await database()
    const store = await openStore({ databaseUrl })
    await workspaceIn(store).claimed()
    const folder = await temporaryFolder()
    const made = await backUp({ databaseUrl }, join(folder.path, 'backup.db'))
    expect(made.tables.find(({ name }) => name === 'outbox')).toMatchObject({ rows: 1 })
    await folder.remove()
    await store.close()
  })
}

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOperations } from '../../bench/size-operations.ts'
import { type Size, seedSize } from '../../bench/size-seed.ts'
import { postgresSql } from '../../bench/size-sql.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

/** `npm run bench -- sizes` takes its time with a hundred times as many. */
const size: Size = { workspaces: 100, digests: 2_000, deliveriesEach: 5 }
/** A page of retention reads its 25 rows, what is newer of each digest, and the digest. */
const mostRows = 250

let server: PostgresServer
let databaseUrl: string

beforeAll(async () => {
  server = await startPostgres()
  databaseUrl = await server.createDatabase()
  await seedSize({ databaseUrl }, postgresSql(databaseUrl), size)
}, 60_000)
afterAll(() => server.stop())

describe('In a database of thousands of digests', () => {
  it('nothing that the bot does reads more rows than it shows or changes', async () => {
    const read: Record<string, number> = {}
    // The counters of a session are written at its end at the latest, so each operation has its own.
    let before = await rowsRead()
    for (const name of Object.keys(await named())) {
      await once(name)
      const after = await rowsRead()
      read[name] = after - before
      before = after
    }
    expect(Object.entries(read).filter(([, rows]) => rows > mostRows)).toEqual([])
  }, 30_000)
})

async function named() {
  const store = await openStore({ databaseUrl })
  const { operations, stop } = sizeOperations(store, size)
  await stop()
  await store.close()
  return operations
}

async function once(name: string): Promise<void> {
  const store = await openStore({ databaseUrl }, createEncryptor([Buffer.alloc(32, 7)]))
  const { operations, stop } = sizeOperations(store, size)
  const operation = operations[name]
  await operation?.before?.(1)
  await operation?.run(1)
  await operation?.after?.()
  await stop()
  await store.close()
}

/** By all sessions that have ended, from tables and through indexes. */
async function rowsRead(): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ read: string }>(
      'SELECT SUM(seq_tup_read) + SUM(COALESCE(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables',
    )
    return Number(rows[0]?.read)
  } finally {
    await client.end()
  }
}

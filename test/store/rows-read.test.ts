import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLTagStore } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sizeOperations } from '../../bench/sizes/operations.ts'
import { type Size, seedSize } from '../../bench/sizes/seed.ts'
import { postgresSql, sqliteSql } from '../../bench/sizes/sql.ts'
import { rowsPerPage } from '../../src/app/retention.ts'
import { holdFile } from '../../src/store/engines/sqlite.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { temporaryFolder } from './engines.ts'
import { startPostgres } from './postgres-server.ts'
import { query } from './query.ts'

const encryptor = createEncryptor([Buffer.alloc(32, 7)])
const many: Size = { workspaces: 100, digests: 4_000, messagesEach: 3 }
/** Tables that stay small in any database. */
const small = new Set(['disconnected_workspaces', 'restores', 'sightline_schema'])

// `npm run bench -- sizes` measures the same operations with up to fifty times as many rows.
describe('Nothing that the bot does', () => {
  it('reads more rows of PostgreSQL than it shows or changes, or a whole table', async () => {
    /** A page of retention reads its 50 rows, newer ones of each digest, and the digest. */
    const mostRows = 250
    let log = ''
    const server = await startPostgres({ log: (text) => (log += text) })
    onTestFinished(() => server.stop())
    const databaseUrl = await server.createDatabase()
    await seedSize({ databaseUrl }, postgresSql(databaseUrl), many)
    const database = new URL(databaseUrl).pathname.slice(1)
    for (const setting of ["session_preload_libraries = 'auto_explain'", 'auto_explain.log_min_duration = 0'])
      await server.administer(`ALTER DATABASE ${database} SET ${setting}`)

    const read: Record<string, number> = {}
    let before = await rowsRead(databaseUrl)
    await eachOnce(
      () => ({ databaseUrl }),
      many,
      async (name) => {
        const after = await rowsRead(databaseUrl)
        read[name] = after - before
        before = after
      },
    )
    expect(Object.entries(read).filter(([, rows]) => rows > mostRows)).toEqual([])

    const last = 'the last one in the log'
    await query(databaseUrl, `SELECT '${last}'`)
    await expect.poll(() => log.includes(last)).toBe(true)
    const plans = log.split(/LOG: +duration: .* plan:/).slice(1)
    const fromEndToEnd = plans.filter((plan) =>
      [...plan.matchAll(/Seq Scan on (\w+)/g)].some(
        ([, table = '']) => !/^pg_/.test(table) && !small.has(table),
      ),
    )
    expect(plans.length, 'plans in the log').toBeGreaterThan(40)
    expect(fromEndToEnd).toEqual([])
  })

  it('reads a whole table or index of SQLite', async () => {
    // SQLite plans without statistics, so plans don't depend on the number of rows.
    const size: Size = { workspaces: 5, digests: 50, messagesEach: 5 }
    const file = await seededFile(size)
    const plans = new Map<string, readonly string[]>()
    const partial = new Set<string>()
    await eachOnce(() => {
      const held = holdFile(file)
      const all = held.database.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'",
      )
      for (const { name } of all.all()) partial.add(String(name))
      return { ...held, database: explaining(held.database, plans) }
    }, size)
    expect(plans.size, 'statements').toBeGreaterThan(40)
    const fromEndToEnd = [...plans].filter(([, plan]) => {
      // The recursion over workspaces must end with the first that are due.
      if (/^MATERIALIZE \S+\nSETUP$/m.test(plan.join('\n'))) return true
      const made = new Set(plan.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(line)?.[1] ?? []))
      return plan.some((line) => {
        const [, table = '', index = ''] = /^SCAN (\S+)(?: USING(?: COVERING)? INDEX (\S+))?/.exec(line) ?? []
        return (
          table !== '' &&
          !/(?:VALUES CLAUSE|CONSTANT ROWS?)$/.test(line) &&
          !made.has(table) &&
          !small.has(table) &&
          !partial.has(index)
        )
      })
    })
    expect(fromEndToEnd).toEqual([])
  })
})

it('retention changes two pages of a SQLite file per removed message; everything else is contiguous', async () => {
  const file = await seededFile(many)
  const held = holdFile(file)
  const store = await openStore(held, encryptor)
  const { operations, stop } = sizeOperations(store, many)
  const [{ page_size: pageSize } = {}] = held.database.prepare('PRAGMA page_size').all()
  held.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  await operations['retention, a page of messages']?.run(1)
  // Each changed page is in the log once, after a header of 24 bytes.
  const changed = Math.floor(statSync(`${file}-wal`).size / (Number(pageSize) + 24))
  await stop()
  await store.close()
  // Rows come and go in order of age, except for the keys of the message and of its copy.
  expect(changed).toBeGreaterThan(rowsPerPage)
  expect(changed).toBeLessThan(2.5 * rowsPerPage)
})

async function seededFile(size: Size): Promise<string> {
  const { path, remove } = await temporaryFolder()
  onTestFinished(remove)
  const file = join(path, 'sightline.db')
  await seedSize({ file }, sqliteSql(file), size)
  return file
}

/** Runs each operation with its own store, because PostgreSQL writes a session's counters at its end at the latest. */
async function eachOnce(
  open: () => Parameters<typeof openStore>[0],
  size: Size,
  after: (name: string) => Promise<void> = async () => {},
): Promise<void> {
  let names: readonly string[] = ['']
  for (let index = 0; index < names.length; index += 1) {
    const store = await openStore(open(), encryptor)
    const { operations, stop } = sizeOperations(store, size)
    names = Object.keys(operations)
    const name = names[index] ?? ''
    const operation = operations[name]
    await operation?.before?.(1)
    await operation?.run(1)
    await operation?.after?.()
    await stop()
    await store.close()
    await after(name)
  }
}

/** The rows read by all ended sessions, from tables and through indexes. */
async function rowsRead(databaseUrl: string): Promise<number> {
  const [row] = await query(
    databaseUrl,
    'SELECT SUM(seq_tup_read) + SUM(COALESCE(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables',
  )
  return Number(row?.read)
}

/** Wraps the database to record the plan of each statement. */
function explaining(database: DatabaseSync, plans: Map<string, readonly string[]>): DatabaseSync {
  const createTagStore = (size?: number) => {
    const statements = database.createTagStore(size)
    const all: SQLTagStore['all'] = (texts, ...values) => {
      const statement = texts.join('?')
      if (/^\s*(select|insert|update|delete|with)\b/i.test(statement)) {
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all()
        plans.set(
          statement,
          plan.map(({ detail }) => String(detail)),
        )
      }
      return statements.all(texts, ...values)
    }
    return { all, get: statements.get.bind(statements) }
  }
  return new Proxy(database, {
    get: (target, key) => {
      const value: unknown = key === 'createTagStore' ? createTagStore : Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

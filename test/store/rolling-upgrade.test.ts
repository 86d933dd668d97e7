/** Replicas of this version and of the next one, for as long as an upgrade takes: what the older ones must bear. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { sizeOperations } from '../../bench/size-operations.ts'
import { seedFirst } from '../../bench/size-seed.ts'
import { tablesOf } from '../../src/store/backup/tables.ts'
import { sqliteEngine } from '../../src/store/engines/sqlite.ts'
import { openFile } from '../../src/store/engines/sqlite-file.ts'
import { createEncryptor, openStore } from '../../src/store/index.ts'
import { bringTo, schemaVersion } from '../../src/store/migrations.ts'
import { temporaryFolder, testKeys } from './engines.ts'
import { startPostgres } from './postgres-server.ts'

/** The schema from which on migrations only add. Earlier ones renamed and removed: all replicas had to be stopped for them. */
const addsOnlyFrom = 18

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

it('each migration only adds, and what it adds to a table may be left empty', async () => {
  const shapes = []
  for (let version = addsOnlyFrom; version <= schemaVersion; version += 1)
    shapes.push(await columnsAt(version))
  for (const [index, before] of shapes.slice(0, -1).entries()) {
    const after = shapes[index + 1] ?? []
    const where = `migration ${addsOnlyFrom + index + 1}`
    for (const column of before) expect(after, where).toContainEqual(column)
    const tables = new Set(before.map(({ table }) => table))
    const added = after.filter(
      ({ table, name }) =>
        tables.has(table) && !before.some((one) => one.table === table && one.name === name),
    )
    expect(
      added.filter(({ isRequired }) => isRequired),
      where,
    ).toEqual([])
  }
})

async function columnsAt(version: number) {
  const path = join(folder.path, `${version}.db`)
  const { db } = sqliteEngine(openFile(path))
  await db.transaction().execute(async (transaction) => void (await bringTo(version, transaction)))
  await db.destroy()
  const database = new DatabaseSync(path)
  const columns = tablesOf(database).flatMap(({ name: table }) =>
    database
      .prepare('SELECT * FROM pragma_table_info(?)')
      .all(table)
      .map(({ name, type, notnull, dflt_value, pk }) => ({
        table,
        name,
        type,
        pk,
        isRequired: notnull === 1 && dflt_value === null,
      })),
  )
  database.close()
  return columns
}

it('this version works on with what the next one adds, and its rows are whole for the next one', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const databaseUrl = await server.createDatabase()
  const store = await openStore({ databaseUrl }, createEncryptor(testKeys))
  onTestFinished(() => store.close())
  await seedFirst(store)
  const { operations, stop } = sizeOperations(store, { workspaces: 1, digests: 1, deliveriesEach: 1 })
  onTestFinished(stop)
  const everything = async (turn: number) => {
    for (const { before, run, after } of Object.values(operations)) {
      await before?.(turn)
      await run(turn)
      await after?.()
    }
  }
  await everything(1)

  const next = new pg.Client(databaseUrl)
  await next.connect()
  onTestFinished(() => next.end())
  const { rows: tables } = await next.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'sightline_schema'",
  )
  await next.query('BEGIN')
  for (const { name } of tables)
    await next.query(
      `ALTER TABLE ${name} ADD COLUMN of_the_next text, ADD COLUMN counted integer NOT NULL DEFAULT 3`,
    )
  await next.query('CREATE TABLE only_of_the_next (id text PRIMARY KEY)')
  await next.query('UPDATE sightline_schema SET version = version + 1')
  await next.query('COMMIT')

  await everything(2)
  const counted = await next.query('SELECT COUNT(*)::int AS count FROM tasks WHERE counted = 3')
  expect(counted.rows).toEqual([{ count: 3 }])
  await expect(openStore({ databaseUrl })).rejects.toMatchObject({ code: 'newer_schema' })
})

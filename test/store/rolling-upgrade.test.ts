/** This version and the next one on one database: during an upgrade, and after going back. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { sizeOperations } from '../../bench/sizes/operations.ts'
import { seedFirst } from '../../bench/sizes/seed.ts'
import { backUp } from '../../src/store/backup/back-up.ts'
import { tablesOf } from '../../src/store/backup/file.ts'
import { restore } from '../../src/store/backup/restore.ts'
import { inspectDatabase } from '../../src/store/engines/inspect.ts'
import { openFile, sqliteEngine } from '../../src/store/engines/sqlite.ts'
import { createEncryptor, openStore, type Store } from '../../src/store/index.ts'
import { migrateTo, schemaVersion } from '../../src/store/migrations.ts'
import { rowsIn } from './backup/rows.ts'
import { testKeys } from './engines.ts'
import { folderForEachTest } from './own-folder.ts'
import { startPostgres } from './postgres-server.ts'

/** No token is that old. */
const tokens = { now: Temporal.Now.instant(), renewedBefore: Temporal.Instant.from('2000-01-01T00:00:00Z') }

const folder = folderForEachTest()

it('a migration that leaves the oldest schema as it is only adds: new columns may stay empty, and existing ones get no new constraints', async () => {
  const shapes = await everyShape()
  const oldest = shapes.at(-1)?.oldest ?? 0
  expect(oldest, 'all releases were promised to work beside later ones').toBe(1)
  for (let version = oldest + 1; version <= schemaVersion; version += 1) {
    const before = shapes[version - 1] ?? noShape
    const after = shapes[version] ?? noShape
    const where = `migration ${version}`
    for (const column of before.columns) expect(after.columns, where).toContainEqual(column)
    const isThere = (table: string) => before.columns.some((column) => column.table === table)
    const known = new Set(before.columns.map(({ table, name }) => `${table}.${name}`))
    const required = after.columns.filter(({ table, isRequired }) => isRequired && isThere(table))
    const added = required.filter(({ table, name }) => !known.has(`${table}.${name}`))
    expect(added, where).toEqual([])
    // Such a constraint could refuse rows that an older release writes or removes.
    const binding = after.bonds.filter(
      ({ on, what }) => isThere(on) && !before.bonds.some((one) => one.on === on && one.what === what),
    )
    expect(binding, where).toEqual([])
  }
})

const noShape = { columns: [], bonds: [], oldest: 0 } satisfies Shape

type Shape = ReturnType<typeof shapeOf>

/** The shapes by schema version. */
async function everyShape(): Promise<readonly Shape[]> {
  const file = openFile(join(folder.path, 'growing.db'))
  const { db } = sqliteEngine(file)
  const shapes: Shape[] = [noShape]
  for (let version = 1; version <= schemaVersion; version += 1) {
    await db.transaction(async (transaction) => void (await migrateTo(version, transaction)))
    shapes.push(shapeOf(file.database))
  }
  await db.close()
  return shapes
}

/** Columns that an older release must know, and constraints that bind it: unique indexes and references to a table. */
function shapeOf(database: DatabaseSync) {
  const list = (pragma: string, table: string) => database.prepare(`SELECT * FROM ${pragma}(?)`).all(table)
  const tables = tablesOf(database)
  const columns = tables.flatMap(({ name: table }) =>
    list('pragma_table_info', table).map(({ name, type, notnull, dflt_value, pk }) => ({
      table,
      name,
      type,
      pk,
      isRequired: notnull === 1 && dflt_value === null,
    })),
  )
  const bonds = tables.flatMap(({ name: table }) => [
    ...list('pragma_index_list', table)
      .filter((index) => index.unique === 1)
      .map((index) => ({ on: table, what: `unique: ${index.name}` })),
    ...list('pragma_foreign_key_list', table).map(({ table: on }) => ({
      on: String(on),
      what: `referred to by ${table}`,
    })),
  ])
  const row = database.prepare('SELECT * FROM sightline_schema').get()
  return { columns, bonds, oldest: Number(row?.oldest ?? 0) }
}

/** What a migration of the next version could add. */
const additions = (tables: readonly string[]) => [
  ...tables.flatMap((name) => [
    `ALTER TABLE ${name} ADD COLUMN of_the_next text`,
    `ALTER TABLE ${name} ADD COLUMN counted integer NOT NULL DEFAULT 3`,
  ]),
  'CREATE TABLE only_of_the_next (team_id text, id text PRIMARY KEY)',
  "INSERT INTO only_of_the_next VALUES ('T1', 'new')",
  'UPDATE sightline_schema SET version = version + 1',
]

/** Operations that must know every table and column are left to the next version. */
async function expectNewerSchemaErrors(store: Store): Promise<void> {
  const message = expect.stringContaining(`schema ${schemaVersion + 1}; this one knows ${schemaVersion}`)
  await expect(store.erase('T1')).rejects.toMatchObject({ code: 'newer_schema', message })
  await expect(store.rotateKeys()).rejects.toMatchObject({ code: 'newer_schema', message })
}

it('PostgreSQL: this version runs beside the next one, starts again after it, and refuses a breaking one', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const databaseUrl = await server.createDatabase()
  const store = await openStore({ databaseUrl }, createEncryptor(testKeys))
  onTestFinished(() => store.close())
  await seedFirst(store)
  const everythingOn = async (one: Store, turn: number) => {
    const { operations, stop } = sizeOperations(one, { workspaces: 1, digests: 1, messagesEach: 1 })
    for (const { before, run, after } of Object.values(operations)) {
      await before?.(turn)
      await run(turn)
      await after?.()
    }
    await stop()
  }
  await everythingOn(store, 1)
  const backup = join(folder.path, 'before.db')
  await backUp({ databaseUrl }, backup)

  const next = new pg.Client(databaseUrl)
  await next.connect()
  onTestFinished(() => next.end())
  const { rows: tables } = await next.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'sightline_schema'",
  )
  await next.query('BEGIN')
  for (const statement of additions(tables.map(({ name }) => name))) await next.query(statement)
  await next.query('COMMIT')

  await everythingOn(store, 2)
  const counted = await next.query('SELECT COUNT(*)::int AS count FROM tasks WHERE counted = 3')
  expect(counted.rows, 'its rows are whole for the next one').toEqual([{ count: 3 }])
  await expectNewerSchemaErrors(store)

  // Going back: it starts on a database that the next version has used.
  expect(await inspectDatabase({ databaseUrl })).toBe('newer')
  const back = await openStore({ databaseUrl }, createEncryptor(testKeys))
  onTestFinished(() => back.close())
  expect(back.newerSchema).toBe(schemaVersion + 1)
  await everythingOn(back, 3)
  await expect(backUp({ databaseUrl }, join(folder.path, 'partly.db'))).rejects.toMatchObject({
    code: 'no_backup',
    message: expect.stringContaining('Back it up with the version of Sightline that migrated it'),
  })

  // If the next version did more than add, this one refuses.
  await next.query('UPDATE sightline_schema SET oldest = version')
  await expect(openStore({ databaseUrl })).rejects.toMatchObject({ code: 'newer_schema' })
  await expect(inspectDatabase({ databaseUrl })).rejects.toMatchObject({ code: 'newer_schema' })

  // In that case the backup from before the upgrade is the way back.
  const restored = await server.createDatabase()
  await restore(backup, { databaseUrl: restored }, tokens)
  const again = join(folder.path, 'again.db')
  await backUp({ databaseUrl: restored }, again)
  // It notes that it was restored.
  expect({ ...rowsIn(again), restores: [] }).toEqual(rowsIn(backup))
})

it('SQLite: this version starts on a file that the next one has used, and backs up all of it', async () => {
  const file = join(folder.path, 'sightline.db')
  expect([await inspectDatabase({ file }), existsSync(file)]).toEqual(['none', false])
  await (await openStore({ file }, createEncryptor(testKeys))).close()
  const next = new DatabaseSync(file)
  for (const statement of additions(tablesOf(next).map(({ name }) => name))) next.exec(statement)
  next.close()

  expect(await inspectDatabase({ file })).toBe('newer')
  const store = await openStore({ file }, createEncryptor(testKeys))
  expect(store.newerSchema).toBe(schemaVersion + 1)
  await seedFirst(store)
  await expectNewerSchemaErrors(store)
  await store.close()

  const backup = join(folder.path, 'backup.db')
  expect(await backUp({ file }, backup)).toMatchObject({ schema: schemaVersion + 1 })
  expect(rowsIn(backup).only_of_the_next).toEqual([{ team_id: 'T1', id: 'new' }])
  expect(await inspectDatabase({ file: backup }), 'never opened by Sightline').toBe('newer')
  const into = restore(backup, { file: join(folder.path, 'restored.db') }, tokens)
  await expect(into, 'it would lose them').rejects.toMatchObject({ code: 'newer_schema' })
})

import { closeSync, existsSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Kysely, sql, type Transaction } from 'kysely'
import { StoreError } from '../engines/errors.ts'
import { openPostgres } from '../engines/postgres.ts'
import { sqliteEngine } from '../engines/sqlite.ts'
import { isLocked, openFile, sqliteError } from '../engines/sqlite-file.ts'
import { bringTo, schemaVersion } from '../migrations.ts'
import type { Database } from '../schema.ts'
import { type BackupContent, writeBackup } from './file.ts'
import { rowsAtOnce } from './rows.ts'
import { type Table, tablesOf } from './tables.ts'

export interface BackupMade extends BackupContent {
  /** `running`: a SQLite file that a running Sightline had open; `file`: one that none had open. */
  readonly from: 'running' | 'file' | 'PostgreSQL'
}

/**
 * Writes everything that a database holds, as it is at one moment, to a new SQLite file. Sightline may run meanwhile.
 * @throws {StoreError} whose message says what is wrong and what to do
 */
export async function backUp(
  from: { readonly file: string } | { readonly databaseUrl: string },
  to: string,
): Promise<BackupMade> {
  if ('databaseUrl' in from) {
    const content = await writeBackup(to, (path) => copyPostgres(from.databaseUrl, path))
    return { ...content, from: 'PostgreSQL' }
  }
  const file = resolve(from.file)
  if (!existsSync(file))
    throw new StoreError('no_backup', `There is no database ${file} yet. Check SIGHTLINE_DATABASE_FILE.`)
  let running = false
  const content = await writeBackup(to, async (path) => {
    try {
      running = isLocked(file)
      await copyFile(file, path)
    } catch (error) {
      throw sqliteError(file, error)
    }
  })
  return { ...content, from: running ? 'running' : 'file' }
}

/** A copy of one moment. A running Sightline can go on writing. */
async function copyFile(file: string, to: string): Promise<void> {
  // For its own user only, as the file itself.
  closeSync(openSync(to, 'wx', 0o600))
  // Not read-only, since only a writing connection removes the -wal file of a killed process when closed.
  const source = new DatabaseSync(file)
  try {
    // In one step, in a thread: in several, it would start again with each write of the running Sightline.
    await backup(source, to, { rate: allPages })
  } finally {
    source.close()
  }
}

/** SQLite's largest number of pages. */
const allPages = 2 ** 31 - 1

/** For the indexes that aren't in the order of the rows: without it, each of a million rows reads and writes a page of each. */
const cacheKiB = 64_000

async function copyPostgres(databaseUrl: string, to: string): Promise<void> {
  const { db, translate } = await openPostgres(databaseUrl)
  try {
    const copy = openFile(to)
    copy.database.exec(`PRAGMA cache_size = -${cacheKiB}`)
    const target = sqliteEngine(copy)
    try {
      await oneMoment(db, async (source) => {
        await sameSchema(source)
        await target.db.transaction().execute(async (transaction) => {
          await bringTo(schemaVersion, transaction)
          for (const table of tablesOf(copy.database)) {
            const [columns, key] = [table.columns, table.key].map((names) =>
              sql.join(names.map((name) => sql.ref(name))),
            )
            // In the order of its key, which most of its indexes share.
            await sql`DECLARE each_row CURSOR FOR SELECT ${columns} FROM ${sql.table(table.name)} ORDER BY ${key}`.execute(
              source,
            )
            const insert = inserting(copy.database, table)
            for (let more = true; more; ) {
              const { rows } = await sql
                .raw<Record<string, SQLInputValue>>(`FETCH ${rowsAtOnce} FROM each_row`)
                .execute(source)
              for (const row of rows) insert(row)
              more = rows.length === rowsAtOnce
            }
            await sql`CLOSE each_row`.execute(source)
          }
        })
      })
    } finally {
      await target.db.destroy()
    }
  } catch (error) {
    throw translate(error)
  } finally {
    await db.destroy()
  }
}

/** By one statement, since a query builder takes longer for a row than SQLite. */
function inserting(database: DatabaseSync, { name, columns }: Table) {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const values = columns.map(() => '?').join(', ')
  const statement = database.prepare(`INSERT INTO "${name}" (${list}) VALUES (${values})`)
  return (row: Readonly<Record<string, SQLInputValue>>) =>
    statement.run(...columns.map((column) => row[column] ?? null))
}

/** Reads everything as of one moment, whatever is written meanwhile. */
function oneMoment(db: Kysely<Database>, work: (source: Transaction<Database>) => Promise<void>) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((source) => work(source))
}

async function sameSchema(source: Transaction<Database>): Promise<void> {
  const [named] = (
    await sql<{ name: string | null }>`SELECT to_regclass('sightline_schema')::text AS name`.execute(source)
  ).rows
  if (named?.name == null)
    throw new StoreError('no_backup', 'This database has no Sightline data to back up.')
  const [row] = (await sql<{ version: number }>`SELECT version FROM sightline_schema`.execute(source)).rows
  if (row?.version !== schemaVersion)
    throw new StoreError(
      'no_backup',
      `The database has schema ${row?.version}, and this Sightline works with ${schemaVersion}. ` +
        'Back it up with the version of Sightline that migrated it.',
    )
}

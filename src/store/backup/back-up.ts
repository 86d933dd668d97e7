import { closeSync, existsSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { StoreError } from '../engines/errors.ts'
import { openPostgres } from '../engines/postgres.ts'
import { isLocked, openFile, sqliteEngine, sqliteError } from '../engines/sqlite.ts'
import { migrateTo, readSchema, schemaVersion } from '../migrations.ts'
import { type Db, sql } from '../tables/sql.ts'
import { type BackupContent, rowsAtOnce, type Table, tablesOf, writeBackup } from './file.ts'

export interface BackupMade extends BackupContent {
  /** `running`: a SQLite file that a running Sightline had open; `file`: a SQLite file that was not in use. */
  readonly from: 'running' | 'file' | 'PostgreSQL'
}

/**
 * Writes a consistent copy of the whole database to a new SQLite file. Sightline may be running.
 * @throws {StoreError} its message says what is wrong and what to do
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

async function copyFile(file: string, to: string): Promise<void> {
  // Readable only by its own user, like the database file.
  closeSync(openSync(to, 'wx', 0o600))
  // Not read-only: only a writable connection removes a killed process's -wal file when it is closed.
  using source = new DatabaseSync(file)
  // In one step, in a thread. In several steps, each write by a running Sightline would restart the backup.
  await backup(source, to, { rate: allPages })
}

/** SQLite's largest number of pages. */
const allPages = 2 ** 31 - 1

/** Keeps in memory the indexes that aren't in row order. Otherwise each row reads and writes a page of each such index. */
const cacheKiB = 64_000

async function copyPostgres(databaseUrl: string, to: string): Promise<void> {
  const { db, translate } = await openPostgres(databaseUrl)
  try {
    const copy = openFile(to)
    copy.database.exec(`PRAGMA cache_size = -${cacheKiB}`)
    const target = sqliteEngine(copy)
    try {
      await db.transaction(async (source) => {
        // Concurrent writes don't change what is read.
        await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`.execute(source)
        await requireSameSchema(source)
        await target.db.transaction(async (transaction) => {
          await migrateTo(schemaVersion, transaction)
          for (const table of tablesOf(copy.database)) {
            const [columns, key] = [table.columns, table.key].map((names) =>
              sql.join(names.map((name) => sql.ref(name))),
            )
            // In key order, which most of the table's indexes share.
            await sql`DECLARE each_row CURSOR FOR SELECT ${columns} FROM ${sql.ref(table.name)} ORDER BY ${key}`.execute(
              source,
            )
            const insert = inserting(copy.database, table)
            for (let more = true; more; ) {
              const next = sql.raw<Record<string, SQLInputValue>>(`FETCH ${rowsAtOnce} FROM each_row`)
              const rows = await next.rows(source)
              for (const row of rows) insert(row)
              more = rows.length === rowsAtOnce
            }
            await sql`CLOSE each_row`.execute(source)
          }
        })
      })
    } finally {
      await target.db.close()
    }
  } catch (error) {
    throw translate(error)
  } finally {
    await db.close()
  }
}

/** One prepared statement, since looking it up would take longer than inserting a row. */
function inserting(database: DatabaseSync, { name, columns }: Table) {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const values = columns.map(() => '?').join(', ')
  const statement = database.prepare(`INSERT INTO "${name}" (${list}) VALUES (${values})`)
  return (row: Readonly<Record<string, SQLInputValue>>) =>
    statement.run(...columns.map((column) => row[column] ?? null))
}

async function requireSameSchema(source: Db): Promise<void> {
  const named = sql<{ name: string | null }>`SELECT to_regclass('sightline_schema')::text AS name`
  if ((await named.first(source))?.name == null)
    throw new StoreError('no_backup', 'This database has no Sightline data to back up.')
  const schema = await readSchema.first(source)
  if (schema?.version !== schemaVersion)
    throw new StoreError(
      'no_backup',
      `The database has schema ${schema?.version}, and this Sightline works with ${schemaVersion}. ` +
        'Back it up with the version of Sightline that migrated it.',
    )
}

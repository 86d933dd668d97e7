import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../engines/errors.ts'
import { sqliteError } from '../engines/sqlite.ts'
import { type Db, sql } from '../tables/sql.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Sightline's tables in a SQLite file, each after the tables that it references. */
export function tablesOf(database: DatabaseSync): readonly Table[] {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'sightline_schema')
  const list = (pragma: string, name: string, field: string, which = '') =>
    database
      .prepare(`SELECT DISTINCT ${field} AS value FROM ${pragma}(?) ${which}`)
      .all(name)
      .map(({ value }) => String(value))
  const ordered: string[] = []
  const add = (name: string) => {
    for (const other of list('pragma_foreign_key_list', name, '"table"')) if (other !== name) add(other)
    if (!ordered.includes(name)) ordered.push(name)
  }
  for (const name of names) add(name)
  return ordered.map((name) => ({
    name,
    columns: list('pragma_table_info', name, 'name'),
    key: list('pragma_table_info', name, 'name', 'WHERE pk > 0 ORDER BY pk'),
  }))
}

/** SQLite accepts 32,766 values in a statement, PostgreSQL 65,535. */
const valuesAtOnce = 30_000

export const rowsAtOnce = 1_000

export async function insertRows(
  transaction: Db,
  { name, columns }: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const atOnce = Math.floor(valuesAtOnce / columns.length)
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`INSERT INTO ${sql.ref(name)} (${names}) VALUES ${sql.join(values)}`.execute(transaction)
  }
}

export interface BackupContent {
  readonly schema: number
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  readonly bytes: number
}

/** A backup that passed the integrity check. It is always a SQLite file, even for a PostgreSQL database. */
export interface Backup {
  readonly database: DatabaseSync
  readonly schema: number
  readonly tables: readonly Table[]
}

/** Opens a backup for reading. @throws {StoreError} if it is damaged or isn't a backup */
export function openBackup(file: string): Backup {
  if (!existsSync(file))
    throw new StoreError('no_backup', `There is no file ${file}. Name an existing backup.`)
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file, { readOnly: true })
    // Reads every page and row. A full check would also look up each row in each index, which took 16 of 18 s for 4.5
    // million rows, and a restore reads no index.
    const check = database.prepare('PRAGMA quick_check(1)').get()
    if (check?.quick_check !== 'ok')
      throw new StoreError('corrupt', `${file} is damaged. Use an older backup.`)
    return { database, schema: schemaOf(database, file), tables: tablesOf(database) }
  } catch (error) {
    database?.close()
    const { code, message } = sqliteError(file, error)
    throw new StoreError(
      code,
      code === 'corrupt' && !(error instanceof StoreError)
        ? `${file} is damaged or isn’t a Sightline backup. Use another one.`
        : message,
    )
  }
}

function schemaOf(database: DatabaseSync, file: string): number {
  const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sightline_schema'").get()
  const row = has && database.prepare('SELECT version FROM sightline_schema').get()
  if (row === undefined)
    throw new StoreError('no_backup', `${file} isn’t a Sightline backup. Use another file.`)
  return Number(row.version)
}

export function countRows({ database, tables }: Backup): BackupContent['tables'] {
  return tables.map(({ name }) => {
    const { rows } = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get() ?? {}
    return { name, rows: Number(rows) }
  })
}

/**
 * Creates a backup file. `write` gets a temporary path next to it; the file is renamed to `file` only when it is complete,
 * was read back, and is on disk. Never replaces an existing file.
 */
export async function writeBackup(
  file: string,
  write: (path: string) => Promise<void>,
): Promise<BackupContent> {
  if (existsSync(file))
    throw new StoreError(
      'not_empty',
      `${file} already exists. Choose another file name, or move the existing file away.`,
    )
  refuseCompanions(file)
  const part = `${file}.part`
  try {
    await removeUnfinished(part)
    await write(part)
    turnOffWal(part)
    const backup = openBackup(part)
    const content = { schema: backup.schema, tables: countRows(backup) }
    backup.database.close()
    await syncToDisk(part, 'r+')
    const { size } = await stat(part)
    await putInPlace(part, file)
    return { ...content, bytes: size }
  } catch (error) {
    await removeUnfinished(part)
    throw sqliteError(file, error)
  }
}

/** Turns off the write-ahead log, so that the backup is a single file that can be moved and read anywhere. */
function turnOffWal(path: string): void {
  using database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = DELETE')
}

/** Suffixes of the files that SQLite keeps next to a database, and would apply to a new database of the same name. */
const companions = ['-wal', '-journal', '-shm'] as const

/** @throws {StoreError} if SQLite would apply the log or journal of an earlier database to a new `file` */
export function refuseCompanions(file: string): void {
  const leftOver = companions.map((suffix) => `${file}${suffix}`).filter((path) => existsSync(path))
  if (leftOver.length === 0) return
  throw new StoreError(
    'not_empty',
    `SQLite would apply what is left over from an earlier database to the new one: ${leftOver.join(' and ')}. ` +
      'Move that to where the earlier database is now, then try again.',
  )
}

/** Removes an unfinished file and the files that SQLite keeps next to it. */
export async function removeUnfinished(part: string): Promise<void> {
  await Promise.all(['', ...companions].map((suffix) => rm(`${part}${suffix}`, { force: true })))
}

/** Renames a finished file, in a way that survives a power failure. */
export async function putInPlace(part: string, file: string): Promise<void> {
  await rename(part, file)
  // Windows can't open a folder to sync it, and doesn't need to.
  if (process.platform !== 'win32') await syncToDisk(dirname(file), 'r')
}

async function syncToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, flags)
  await handle.sync()
}

import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { canUse, newerSchema, schemaVersion } from '../migrations.ts'
import { sql } from '../tables/sql.ts'
import { StoreError } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { isLocked, sqliteError } from './sqlite.ts'

/**
 * State of the database:
 * - `ready`: it answers and has this version's schema.
 * - `older`: it has an earlier schema.
 * - `newer`: it has a later schema, which this version may use.
 * - `none`: it doesn't exist yet and can be created.
 * - `in_use`: a running Sightline has locked the SQLite file.
 */
export type DatabaseState = 'ready' | 'older' | 'newer' | 'none' | 'in_use'

/** Checks the database without changing it. @throws {StoreError} */
export function inspectDatabase(
  options: { readonly file: string } | { readonly databaseUrl: string },
): Promise<DatabaseState> {
  return 'file' in options ? inspectFile(resolve(options.file)) : inspectPostgres(options.databaseUrl)
}

async function inspectFile(path: string): Promise<DatabaseState> {
  try {
    if (!existsSync(path)) {
      await access(nearestFolder(dirname(path)), constants.W_OK)
      return 'none'
    }
    return isLocked(path) ? 'in_use' : readVersion(path)
  } catch (error) {
    const storeError = sqliteError(path, error)
    if (storeError.code === 'locked') return 'in_use'
    throw storeError
  }
}

function readVersion(path: string): DatabaseState {
  // Not read-only: only a writable connection removes its -wal and -shm files when it is closed.
  using database = new DatabaseSync(path, { timeout: 0 })
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  if (tables.length === 0) return 'none'
  if (!tables.some(({ name }) => name === 'sightline_schema'))
    throw new StoreError(
      'occupied',
      `${path} belongs to another program. Give Sightline a database of its own.`,
    )
  return compared(database.prepare('SELECT * FROM sightline_schema').get())
}

async function inspectPostgres(databaseUrl: string): Promise<DatabaseState> {
  const { db, translate } = await openPostgres(databaseUrl)
  try {
    const there = sql<{ there: boolean }>`SELECT to_regclass('sightline_schema') IS NOT NULL AS there`
    if ((await there.first(db))?.there !== true) return 'none'
    return compared((await sql<Record<string, unknown>>`SELECT * FROM sightline_schema`.first(db)) ?? {})
  } catch (error) {
    throw translate(error)
  } finally {
    await db.close()
  }
}

function compared({ version, oldest }: Readonly<Record<string, unknown>> = {}): DatabaseState {
  if (typeof version !== 'number' || typeof oldest !== 'number') return 'none'
  if (!canUse({ version, oldest })) throw newerSchema(version)
  if (version === schemaVersion) return 'ready'
  return version < schemaVersion ? 'older' : 'newer'
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))
}

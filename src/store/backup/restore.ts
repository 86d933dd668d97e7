import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Engine } from '../engines/engine.ts'
import { StoreError } from '../engines/errors.ts'
import { openPostgres } from '../engines/postgres.ts'
import { sqliteEngine } from '../engines/sqlite.ts'
import { openFile } from '../engines/sqlite-file.ts'
import { migrateTo, newerSchema, schemaVersion } from '../migrations.ts'
import { markRestored } from '../tables/outbox.ts'
import { type Backup, type BackupContent, countRows, openBackup } from './file.ts'
import { putInPlace, refuseCompanions, removeUnfinished } from './place.ts'
import { insertRows, rowsAtOnce } from './rows.ts'

/**
 * Restores a backup into a new SQLite or PostgreSQL database and migrates it to this version's schema: all of it or
 * nothing. A database that already has Sightline data isn't changed. Messages that the backup owes may have been sent since
 * it was made, so they are looked up before they are sent.
 * @throws {StoreError} its message says what is wrong and what to do
 */
export async function restore(
  backupFile: string,
  into: { readonly file: string } | { readonly databaseUrl: string },
  clock: Pick<Clock, 'now'>,
): Promise<Omit<BackupContent, 'bytes'>> {
  const backup = openBackup(backupFile)
  try {
    if (backup.schema > schemaVersion) throw newerSchema(backup.schema, backupFile)
    if ('databaseUrl' in into) await fill(await openPostgres(into.databaseUrl), backup, clock)
    else await fillFile(resolve(into.file), backup, clock)
    return { schema: backup.schema, tables: countRows(backup) }
  } finally {
    backup.database.close()
  }
}

/** Fills a temporary file, and renames it to `file` only when it is complete. */
async function fillFile(file: string, backup: Backup, clock: Pick<Clock, 'now'>): Promise<void> {
  if (existsSync(file))
    throw new StoreError(
      'not_empty',
      `${file} already exists. Stop Sightline, move away this file and all files whose names start with its name, then restore.`,
    )
  refuseCompanions(file)
  const part = `${file}.part`
  await removeUnfinished(part)
  try {
    await fill(sqliteEngine(openFile(part)), backup, clock)
    await putInPlace(part, file)
  } catch (error) {
    await removeUnfinished(part)
    throw error
  }
}

async function fill(
  { db, translate, migrationLock }: Engine,
  backup: Backup,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      if (migrationLock !== null) await sql.raw(migrationLock).execute(transaction)
      // First create the backup's own schema; the rows are migrated with it below.
      if ((await migrateTo(backup.schema, transaction)) > 0)
        throw new StoreError(
          'not_empty',
          'This database already has Sightline data. Restore into a new, empty one.',
        )
      for (const table of backup.tables) {
        let rows: Record<string, unknown>[] = []
        // Without indexes, which `openBackup` doesn't check.
        const all = backup.database.prepare(`SELECT * FROM "${table.name}" NOT INDEXED`)
        for (const row of all.iterate()) {
          rows.push(row)
          if (rows.length < rowsAtOnce) continue
          await insertRows(transaction, table, rows)
          rows = []
        }
        await insertRows(transaction, table, rows)
      }
      await migrateTo(schemaVersion, transaction)
      await markRestored(transaction, clock.now())
    })
  } catch (error) {
    throw translate(error)
  } finally {
    await db.destroy()
  }
}

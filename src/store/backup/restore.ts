import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '../engines/errors.ts'
import { openPostgres } from '../engines/postgres.ts'
import { openFile, sqliteEngine } from '../engines/sqlite.ts'
import { migrateTo, newerSchema, schemaVersion } from '../migrations.ts'
import type { Installation } from '../tables/installations.ts'
import { markRestored } from '../tables/outbox.ts'
import { type Db, type Engine, instantText, sql } from '../tables/sql.ts'
import {
  type Backup,
  type BackupContent,
  countRows,
  insertRows,
  openBackup,
  putInPlace,
  refuseCompanions,
  removeUnfinished,
  rowsAtOnce,
} from './file.ts'

/** The code of a disconnection until Slack has been asked. */
const restoredCode = 'restored_from_backup'

interface RestoredTokens {
  readonly now: Temporal.Instant
  /** A token that ends before this is due to be renewed. */
  readonly renewedBefore: Temporal.Instant
}

/** A workspace or an organization. */
type DisconnectedWorkspace = Pick<Installation, 'team' | 'name'>

/**
 * Restores a backup into a new SQLite or PostgreSQL database and migrates it to this version's schema: all of it or
 * nothing. A database that already has Sightline data isn't changed. Messages that the backup owes may have been sent since
 * it was made, so they are looked up before they are sent.
 * @throws {StoreError} its message says what is wrong and what to do
 */
export async function restore(
  backupFile: string,
  into: { readonly file: string } | { readonly databaseUrl: string },
  tokens: RestoredTokens,
): Promise<Omit<BackupContent, 'bytes'> & { readonly disconnected: readonly DisconnectedWorkspace[] }> {
  const backup = openBackup(backupFile)
  using _ = backup.database
  if (backup.schema > schemaVersion) throw newerSchema(backup.schema, backupFile)
  const disconnected =
    'databaseUrl' in into
      ? await fill(await openPostgres(into.databaseUrl), backup, tokens)
      : await fillFile(resolve(into.file), backup, tokens)
  return { schema: backup.schema, tables: countRows(backup), disconnected }
}

/** Fills a temporary file, and renames it to `file` only when it is complete. */
async function fillFile(file: string, backup: Backup, tokens: RestoredTokens) {
  if (existsSync(file))
    throw new StoreError(
      'not_empty',
      `${file} already exists. Stop Sightline, move away this file and all files whose names start with its name, then restore.`,
    )
  refuseCompanions(file)
  const part = `${file}.part`
  await removeUnfinished(part)
  try {
    const disconnected = await fill(sqliteEngine(openFile(part)), backup, tokens)
    await putInPlace(part, file)
    return disconnected
  } catch (error) {
    await removeUnfinished(part)
    throw error
  }
}

async function fill({ db, translate }: Engine, backup: Backup, tokens: RestoredTokens) {
  try {
    return await db.migration(async (transaction) => {
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
      await markRestored(transaction, tokens.now)
      return disconnectRenewed(transaction, tokens)
    })
  } catch (error) {
    throw translate(error)
  } finally {
    await db.close()
  }
}

/**
 * Whether a token was renewed after the backup can't be told from the backup. One that was due for it may have been, and
 * then Slack refuses both the token and its renewal. The first pass of the scheduler tries them.
 */
async function disconnectRenewed(
  transaction: Db,
  { now, renewedBefore }: RestoredTokens,
): Promise<readonly DisconnectedWorkspace[]> {
  const rows = await sql<DisconnectedWorkspace>`
    SELECT team_id AS team, name FROM installations
    WHERE token IS NOT NULL AND refresh_token IS NOT NULL AND expires_at <= ${instantText(renewedBefore)}
    ORDER BY team_id`.rows(transaction)
  for (const { team } of rows)
    await sql`
      INSERT INTO disconnected_workspaces (team_id, code, since)
      SELECT team_id, ${restoredCode}, ${instantText(now)} FROM installations
      WHERE team_id = ${team} OR org_id = ${team}
      ON CONFLICT DO NOTHING`.execute(transaction)
  return rows
}

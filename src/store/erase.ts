import { requireOwnSchema } from './migrations.ts'
import { changedRows, type Database, sql } from './tables/sql.ts'

/** Every table with rows of a workspace, each before the tables that it references. A test fails if one is missing. */
const teamTables = [
  'recommendation_copies',
  'posted_messages',
  'digest_records',
  'outbox',
  'subscriptions',
  'tasks',
  'task_aims',
  'notes',
  'evaluation_watches',
  'tracked_recommendations',
  'channel_settings',
  'canvases',
  'market_weeks',
  'conversation_channels',
  'paces',
  'audit',
  'disconnected_workspaces',
  'connections',
  'installations',
] as const

export interface Erased {
  readonly table: string
  readonly rows: number
}

export function eraser(db: Database) {
  return {
    /**
     * Erases all data of a workspace (`T…`) or an organization (`E…`), in one transaction.
     * @throws {StoreError} `newer_schema`: that schema may have tables that this version doesn't know
     */
    erase: (team: string) =>
      db.transaction(async (transaction): Promise<readonly Erased[]> => {
        await requireOwnSchema(transaction, 'erase')
        const erased: Erased[] = []
        // To avoid deadlocks, every transaction locks digests by id, and before their rows.
        if (db.shared)
          await sql`SELECT id FROM subscriptions WHERE team_id = ${team} ORDER BY id COLLATE "C"
            FOR UPDATE`.execute(transaction)
        for (const table of teamTables) {
          const rows = await changedRows(
            transaction,
            sql`DELETE FROM ${sql.ref(table)} WHERE team_id = ${team}`,
          )
          erased.push({ table, rows })
        }
        return erased
      }),
  }
}

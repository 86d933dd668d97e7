import { type Kysely, sql } from 'kysely'
import { requireOwnSchema } from './migrations.ts'
import type { Database } from './schema.ts'

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
  'conversation_channels',
  'paces',
  'audit',
  'disconnected_workspaces',
  'connections',
  'installations',
] as const satisfies readonly (keyof Database)[]

export interface Erased {
  readonly table: string
  readonly rows: number
}

export interface Eraser {
  /**
   * Erases all data of a workspace (`T…`) or an organization (`E…`), in one transaction.
   * @throws {StoreError} `newer_schema`: that schema may have tables that this version doesn't know
   */
  erase(team: string): Promise<readonly Erased[]>
}

/** @param shared whether other processes use the same rows */
export function eraser(db: Kysely<Database>, shared: boolean): Eraser {
  return {
    erase: (team) =>
      db.transaction().execute(async (transaction) => {
        await requireOwnSchema(transaction, 'erase')
        const erased: Erased[] = []
        // To avoid deadlocks, every transaction locks digests by id, and before their rows.
        if (shared)
          await transaction
            .selectFrom('subscriptions')
            .select('id')
            .where('team_id', '=', team)
            .orderBy(sql`id COLLATE "C"`)
            .forUpdate()
            .execute()
        for (const table of teamTables) {
          const { numDeletedRows } = await transaction
            .deleteFrom(table)
            .where('team_id', '=', team)
            .executeTakeFirst()
          erased.push({ table, rows: Number(numDeletedRows) })
        }
        return erased
      }),
  }
}

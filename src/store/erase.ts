import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Every table with a workspace's rows, those first that refer to others. A test walks the schema and fails when one is
 * missing here.
 */
const teamTables = [
  'recommendation_copies',
  'posted_messages',
  'digest_records',
  'deliveries',
  'subscriptions',
  'tasks',
  'evaluation_watches',
  'tracked_recommendations',
  'channel_settings',
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
  /** Everything that is stored of a workspace or, with an `E…`, of an organization itself: all of it, or nothing. */
  erase(team: string): Promise<readonly Erased[]>
}

/** @param shared whether other processes may be at the same rows */
export function eraser(db: Kysely<Database>, shared: boolean): Eraser {
  return {
    erase: (team) =>
      db.transaction().execute(async (transaction) => {
        const erased: Erased[] = []
        // Digests before all that belongs to them, as everybody does: nobody waits for each other.
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

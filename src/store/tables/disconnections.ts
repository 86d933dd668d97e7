import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { enqueue, type Owed } from './outbox.ts'
import { instantText } from './sql.ts'
import type { Subscription } from './subscription-queries.ts'
import { uninstalledSubscriptions } from './subscription-queries.ts'

/** Slack rejects the workspace's token. */
export interface Disconnection {
  /** Slack's error code. */
  readonly code: string
  /** ISO 8601 instant of the first rejection. */
  readonly since: string
}

/** Disconnected workspaces. Nothing is planned, posted or looked up for them. */
export interface DisconnectionStore {
  /** Records a disconnection. `true` for the first caller. */
  markDisconnected(team: string, code: string, now: Temporal.Instant): Promise<boolean>
  /**
   * The token works again. Also makes pending message updates due.
   * @param offers makes the notices about the digests that stopped when Sightline was removed (oldest first); they are
   *   written in the same transaction
   * @returns the disconnection for one caller, `null` for the others
   */
  markReconnected(
    team: string,
    now: Temporal.Instant,
    offers: (stopped: readonly Subscription[]) => readonly Owed[],
  ): Promise<Disconnection | null>
  /** `null`: connected. */
  get(team: string): Promise<Disconnection | null>
  /** All disconnected workspaces. */
  teams(): Promise<readonly string[]>
}

export function disconnectionStore(db: Kysely<Database>): DisconnectionStore {
  return {
    async markDisconnected(team, code, now) {
      const row = await db
        .insertInto('disconnected_workspaces')
        .values({ team_id: team, code, since: instantText(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('team_id')
        .executeTakeFirst()
      return row !== undefined
    },

    markReconnected: (team, now, offers) =>
      db.transaction().execute(async (transaction) => {
        const was = await transaction
          .deleteFrom('disconnected_workspaces')
          .where('team_id', '=', team)
          .returning(['code', 'since'])
          .executeTakeFirst()
        if (was === undefined) return null
        await sql`UPDATE tasks SET update_at = NULL
          WHERE team_id = ${team} AND outdated_since IS NOT NULL AND update_at IS NOT NULL`.execute(
          transaction,
        )
        const stopped = await uninstalledSubscriptions(transaction, team)
        if (stopped.length > 0) await enqueue(transaction, offers(stopped), now)
        return was
      }),

    async get(team) {
      const lost = await db
        .selectFrom('disconnected_workspaces')
        .select(['code', 'since'])
        .where('team_id', '=', team)
        .executeTakeFirst()
      return lost ?? null
    },

    async teams() {
      const rows = await db
        .selectFrom('disconnected_workspaces')
        .select('team_id')
        .orderBy('team_id')
        .execute()
      return rows.map(({ team_id }) => team_id)
    },
  }
}

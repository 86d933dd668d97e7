import { enqueue, type Owed } from './owed.ts'
import { changes, type Database, instantText, rowsOf, sql } from './sql.ts'
import { type Subscription, uninstalledSubscriptions } from './subscription-queries.ts'

/** Slack rejects the workspace's token. */
export interface Disconnection {
  /** Slack's error code. */
  readonly code: string
  /** ISO 8601 instant of the first rejection. */
  readonly since: string
}

/** Disconnected workspaces. Nothing is planned, posted or looked up for them. */
export function disconnectionStore(db: Database) {
  return {
    /** Records a disconnection. `true` for the first caller. */
    markDisconnected: (team: string, code: string, now: Temporal.Instant): Promise<boolean> =>
      changes(
        db,
        sql`INSERT INTO disconnected_workspaces (team_id, code, since)
          VALUES (${team}, ${code}, ${instantText(now)}) ON CONFLICT DO NOTHING`,
      ),

    /**
     * The token works again. Also makes pending message updates due.
     * @param owed makes what is owed now, given the digests that stopped when Sightline was removed (oldest first); it is
     *   written in the same transaction
     * @returns the disconnection for one caller, `null` for the others
     */
    markReconnected: (
      team: string,
      now: Temporal.Instant,
      owed: (stopped: readonly Subscription[], was: Disconnection) => readonly Owed[],
    ): Promise<Disconnection | null> =>
      db.transaction(async (transaction) => {
        const ended = sql`DELETE FROM disconnected_workspaces WHERE team_id = ${team} RETURNING code, since`
        const [was] = await rowsOf<Disconnection>(transaction, ended)
        if (was === undefined) return null
        await sql`UPDATE tasks SET update_at = NULL
          WHERE team_id = ${team} AND outdated_since IS NOT NULL
          AND update_at IS NOT NULL`.execute(transaction)
        const stopped = await uninstalledSubscriptions(transaction, team)
        await enqueue(transaction, owed(stopped, was), now)
        return was
      }),

    /** `null`: connected. */
    async get(team: string): Promise<Disconnection | null> {
      const { rows } = await sql<Disconnection>`
        SELECT code, since FROM disconnected_workspaces WHERE team_id = ${team}`.execute(db)
      return rows[0] ?? null
    },

    list: () =>
      rowsOf<Disconnection & { readonly team: string }>(
        db,
        sql`SELECT team_id AS team, code, since FROM disconnected_workspaces ORDER BY team_id`,
      ),
  }
}

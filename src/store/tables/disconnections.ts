import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { enqueue, type Owed } from './owed.ts'
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
   * @param owes makes the messages to owe in the same transaction, from the digests that stopped when Sightline was
   *   removed (oldest first)
   * @returns the disconnection for one caller, `null` for the others
   */
  markReconnected(
    team: string,
    now: Temporal.Instant,
    owes: (stopped: readonly Subscription[], was: Disconnection) => readonly Owed[],
  ): Promise<Disconnection | null>
  /** `null`: connected. */
  get(team: string): Promise<Disconnection | null>
  list(): Promise<readonly (Disconnection & { readonly team: string })[]>
}

export function disconnectionStore(db: Kysely<Database>): DisconnectionStore {
  return {
    async markDisconnected(team, code, now) {
      const { rows } = await sql`
        INSERT INTO disconnected_workspaces (team_id, code, since) VALUES (${team}, ${code}, ${instantText(now)})
        ON CONFLICT DO NOTHING
        RETURNING team_id`.execute(db)
      return rows.length > 0
    },

    markReconnected: (team, now, owes) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<Disconnection>`
          DELETE FROM disconnected_workspaces WHERE team_id = ${team}
          RETURNING code, since`.execute(transaction)
        const [was] = rows
        if (was === undefined) return null
        await sql`UPDATE tasks SET update_at = NULL
          WHERE team_id = ${team} AND outdated_since IS NOT NULL AND update_at IS NOT NULL`.execute(
          transaction,
        )
        const stopped = await uninstalledSubscriptions(transaction, team)
        await enqueue(transaction, owes(stopped, was), now)
        return was
      }),

    async get(team) {
      const { rows } = await sql<Disconnection>`
        SELECT code, since FROM disconnected_workspaces WHERE team_id = ${team}`.execute(db)
      return rows[0] ?? null
    },

    async list() {
      const { rows } = await sql<Disconnection & { team: string }>`
        SELECT team_id AS team, code, since FROM disconnected_workspaces ORDER BY team_id`.execute(db)
      return rows
    },
  }
}

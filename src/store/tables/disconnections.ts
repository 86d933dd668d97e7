import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { type NewNotice, writeNotices } from './notices.ts'

import type { Subscription } from './subscription-record.ts'
import { stoppedSubscriptions } from './subscriptions.ts'
import { instantText } from './text.ts'

/** Slack refuses the workspace's token. */
export interface Disconnection {
  /** Slack's error code. */
  readonly code: string
  /** When it was noticed; ISO 8601 instant. */
  readonly since: string
}

/** Which workspaces Slack has disconnected: nothing is planned, posted or looked up there meanwhile. */
export interface DisconnectionStore {
  /** `true` for the one caller who noticed first. */
  lost(team: string, code: string, now: Temporal.Instant): Promise<boolean>
  /**
   * The token works again, and what it could not show may be shown. Answers one caller what had been; `null`: nothing was wrong, or somebody else was told.
   * @param offers who is asked about the digests that stand still since Sightline was taken out, the oldest first: written
   *   in the same transaction
   */
  restored(
    team: string,
    now: Temporal.Instant,
    offers: (stopped: readonly Subscription[]) => readonly NewNotice[],
  ): Promise<Disconnection | null>
  /** `null`: all is well. */
  get(team: string): Promise<Disconnection | null>
  /** All that are. */
  allLost(): Promise<readonly string[]>
}

export function disconnectionStore(db: Kysely<Database>): DisconnectionStore {
  return {
    async lost(team, code, now) {
      const noticed = await db
        .insertInto('disconnected_workspaces')
        .values({ team_id: team, code, since: instantText(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('team_id')
        .executeTakeFirst()
      return noticed !== undefined
    },

    restored: (team, now, offers) =>
      db.transaction().execute(async (transaction) => {
        const was = await transaction
          .deleteFrom('disconnected_workspaces')
          .where('team_id', '=', team)
          .returning(['code', 'since'])
          .executeTakeFirst()
        if (was === undefined) return null
        await transaction
          .updateTable('tasks')
          .set({ show_after: null })
          .where('team_id', '=', team)
          .where('unshown_since', 'is not', null)
          .where('show_after', 'is not', null)
          .execute()
        const stopped = await stoppedSubscriptions(transaction, team)
        if (stopped.length > 0) await writeNotices(transaction, offers(stopped), now)
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

    async allLost() {
      const rows = await db
        .selectFrom('disconnected_workspaces')
        .select('team_id')
        .orderBy('team_id')
        .execute()
      return rows.map(({ team_id }) => team_id)
    },
  }
}

import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** The canvas with a channel's latest review. The next review updates it instead of creating another. */
export function canvasStore(db: Kysely<Database>) {
  return {
    /** Slack's id of the canvas; `null`: none yet. */
    async get(team: string, channel: string): Promise<string | null> {
      const { rows } = await sql<{ canvas: string }>`
        SELECT canvas_id AS canvas FROM canvases
        WHERE team_id = ${team} AND channel_id = ${channel}`.execute(db)
      return rows[0]?.canvas ?? null
    },

    /** Replaces a stored one, which no longer exists in Slack. */
    async set(team: string, channel: string, canvas: string, now: Temporal.Instant): Promise<void> {
      await sql`INSERT INTO canvases (team_id, channel_id, canvas_id, created_at)
        VALUES (${team}, ${channel}, ${canvas}, ${instantText(now)})
        ON CONFLICT (team_id, channel_id) DO UPDATE
          SET canvas_id = excluded.canvas_id, created_at = excluded.created_at`.execute(db)
    },
  }
}

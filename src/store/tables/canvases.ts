import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** The canvases that Sightline created for the reviews of channels, as Slack's canvas ids. */
export interface CanvasStore {
  /** `null`: none yet. */
  get(team: string, channel: string): Promise<string | null>
  /** Replaces a stored one, which no longer exists in Slack. */
  set(team: string, channel: string, canvas: string, now: Temporal.Instant): Promise<void>
}

export function canvasStore(db: Kysely<Database>): CanvasStore {
  return {
    async get(team, channel) {
      const row = await db
        .selectFrom('canvases')
        .select('canvas_id as canvas')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .executeTakeFirst()
      return row?.canvas ?? null
    },

    async set(team, channel, canvas, now) {
      const values = { canvas_id: canvas, created_at: instantText(now) }
      await db
        .insertInto('canvases')
        .values({ team_id: team, channel_id: channel, ...values })
        .onConflict((conflict) => conflict.columns(['team_id', 'channel_id']).doUpdateSet(values))
        .execute()
    },
  }
}

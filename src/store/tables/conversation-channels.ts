import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** The channel that a person's direct messages are about. */
export function conversationChannelStore(db: Kysely<Database>) {
  return {
    /** `null`: the person has chosen none. */
    async get(team: string, user: string): Promise<string | null> {
      const { rows } = await sql<{ channel: string }>`
        SELECT channel_id AS channel FROM conversation_channels
        WHERE team_id = ${team} AND user_id = ${user}`.execute(db)
      return rows[0]?.channel ?? null
    },

    /** Replaces an earlier choice. */
    async choose(team: string, user: string, channel: string, now: Temporal.Instant): Promise<void> {
      await sql`INSERT INTO conversation_channels (team_id, user_id, channel_id, chosen_at)
        VALUES (${team}, ${user}, ${channel}, ${instantText(now)})
        ON CONFLICT (team_id, user_id) DO UPDATE
          SET channel_id = excluded.channel_id, chosen_at = excluded.chosen_at`.execute(db)
    },
  }
}

import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText } from './sql.ts'

/** The channel that a person's direct messages are about. */
export interface ConversationChannelStore {
  /** `null`: the person has chosen none. */
  get(team: string, user: string): Promise<string | null>
  /** Replaces an earlier choice. */
  choose(team: string, user: string, channel: string, now: Temporal.Instant): Promise<void>
}

export function conversationChannelStore(db: Kysely<Database>): ConversationChannelStore {
  return {
    async get(team, user) {
      const row = await db
        .selectFrom('conversation_channels')
        .select('channel_id as channel')
        .where('team_id', '=', team)
        .where('user_id', '=', user)
        .executeTakeFirst()
      return row?.channel ?? null
    },

    async choose(team, user, channel, now) {
      const values = { channel_id: channel, chosen_at: instantText(now) }
      await db
        .insertInto('conversation_channels')
        .values({ team_id: team, user_id: user, ...values })
        .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet(values))
        .execute()
    },
  }
}

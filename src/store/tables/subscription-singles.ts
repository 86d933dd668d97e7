import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { type DigestSettings, defaultSettings, type Schedule } from './digest-settings.ts'
import { shownSubscriptions } from './subscription-lists.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { pausedFor, subscriptionWrites } from './subscription-writes.ts'
import { instantText } from './text.ts'

/** Subscriptions of which a channel has one: the configuration's, and the one for digests that people ask for at once. */
export interface SingleSubscriptions {
  /**
   * The configuration's digest for a channel. Safe to call at every start and from every replica: only a changed
   * schedule is written, and a paused subscription stays paused.
   */
  upsertFromSettings(
    configured: {
      readonly team: string
      readonly channel: string
      /** Given to a new one only: people may rename it. */
      readonly name: string
      readonly schedule: Schedule
    },
    now: Temporal.Instant,
  ): Promise<Subscription>
  /**
   * Pauses the configuration's digests of all channels but these, which are no longer in it. One that comes back is
   * resumed by `upsertFromSettings`. Answers how many were paused.
   */
  dropFromSettings(team: string, keep: readonly string[], now: Temporal.Instant): Promise<number>
  /**
   * What a digest that a person asks for now is recorded under: the channel's subscription, a running one before a
   * paused one; where there is none, one that never runs (`manual`), with these settings.
   */
  forManualDigest(
    wanted: DigestSettings & { readonly team: string; readonly channel: string },
    by: string,
    now: Temporal.Instant,
  ): Promise<Subscription>
}

const removedFromSettings = 'removed_from_settings'

export function singleSubscriptions(db: Kysely<Database>): SingleSubscriptions {
  const { insert, reschedule, resume } = subscriptionWrites(db)
  const single = (team: string, channel: string, source: 'settings' | 'manual') =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('source', '=', source)
      .executeTakeFirstOrThrow()

  return {
    // Each statement stands alone and can be repeated, so two callers at once end with one row and no lost change.
    async upsertFromSettings({ team, channel, name, schedule }, now) {
      const at = instantText(now)
      await insert(
        { ...defaultSettings, name, schedule },
        {
          team_id: team,
          id: randomUUID(),
          channel_id: channel,
          source: 'settings',
          created_by: null,
          created_at: at,
        },
      )
      await reschedule(schedule, at)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('source', '=', 'settings')
        .execute()
      const stored = await single(team, channel, 'settings')
      if (stored.paused_reason !== removedFromSettings) return subscriptionRecord(stored)
      await resume(team, stored.id, now)
      return subscriptionRecord(await single(team, channel, 'settings'))
    },

    async dropFromSettings(team, keep, now) {
      const dropped = await db
        .updateTable('subscriptions')
        .set(pausedFor(removedFromSettings, instantText(now)))
        .where('team_id', '=', team)
        .where('source', '=', 'settings')
        .where('state', '=', 'active')
        .$if(keep.length > 0, (query) => query.where('channel_id', 'not in', keep))
        .returning('id')
        .execute()
      return dropped.length
    },

    async forManualDigest({ team, channel, ...settings }, by, now) {
      const found = await shownSubscriptions(db, team)
        .where('channel_id', '=', channel)
        .orderBy('state')
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (found !== undefined) return subscriptionRecord(found)
      await insert(settings, {
        team_id: team,
        id: randomUUID(),
        channel_id: channel,
        source: 'manual',
        created_by: by,
        created_at: instantText(now),
      })
      return subscriptionRecord(await single(team, channel, 'manual'))
    },
  }
}

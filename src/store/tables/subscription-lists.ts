import type { Kysely } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { ofConnected } from './disconnections.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { instantText } from './text.ts'

export interface SubscriptionLists {
  /** What people see as a channel's digests: active and paused ones, the oldest first. */
  ofChannel(team: string, channel: string): Promise<readonly Subscription[]>
  /** The same of several channels, in the order of their ids. */
  ofChannels(team: string, channels: readonly string[]): Promise<readonly Subscription[]>
  ofTeam(team: string): Promise<readonly Subscription[]>
  /** Deleted ones, too. */
  get(team: string, id: string): Promise<Subscription | null>
  /**
   * Active ones with a slot to plan, of all teams that Slack has not disconnected; those that wait longest first, then
   * those whose next slot was computed by zone data before this version of it.
   */
  due(now: Temporal.Instant, limit: number, zoneData: string): Promise<readonly Subscription[]>
  /** When the next one of them has a slot to plan; `null`: none has. */
  dueAt(): Promise<Temporal.Instant | null>
}

/** Those that people see. */
export const shownSubscriptions = (db: Kysely<Database>, team: string) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', team)
    .where('state', '<>', 'deleted')
    .where('source', '<>', 'manual')

export function subscriptionLists(db: Kysely<Database>): SubscriptionLists {
  const one = prepared(db, ['team', 'id'], ({ team, id }) =>
    db.selectFrom('subscriptions').selectAll().where('team_id', '=', team).where('id', '=', id),
  )
  const first = prepared(db, [], () =>
    db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.min('look_at').as('at'))
      .where('look_at', 'is not', null)
      .where('state', '=', 'active')
      .where(ofConnected('subscriptions')),
  )
  return {
    async ofChannel(team, channel) {
      const rows = await shownSubscriptions(db, team)
        .where('channel_id', '=', channel)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async ofChannels(team, channels) {
      if (channels.length === 0) return []
      const rows = await shownSubscriptions(db, team)
        .where('channel_id', 'in', channels)
        .orderBy('channel_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async ofTeam(team) {
      const rows = await shownSubscriptions(db, team)
        .orderBy('channel_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(subscriptionRecord)
    },

    async get(team, id) {
      const [row] = await one({ team, id })
      return row === undefined ? null : subscriptionRecord(row)
    },

    async due(now, limit, zoneData) {
      const active = db
        .selectFrom('subscriptions')
        .selectAll()
        .where('state', '=', 'active')
        .where(ofConnected('subscriptions'))
      const rows = await active
        .where('look_at', '<=', instantText(now))
        .orderBy('look_at')
        .limit(limit)
        .execute()
      if (rows.length === limit) return rows.map(subscriptionRecord)
      const before = await active
        .where('zone_data', '<', zoneData)
        .where('look_at', 'is not', null)
        .where('look_at', '>', instantText(now))
        .orderBy('zone_data')
        .limit(limit - rows.length)
        .execute()
      return [...rows, ...before].map(subscriptionRecord)
    },

    async dueAt() {
      const [next] = await first({})
      return next?.at == null ? null : Temporal.Instant.from(next.at)
    },
  }
}

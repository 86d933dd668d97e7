import type { Kysely } from 'kysely'
import { type Delivery, deliveryRecord } from './delivery-record.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

/** What people read about deliveries. */
export interface DeliveryLists {
  get(team: string, id: string): Promise<Delivery | null>
  /** The subscription's posted digest (no alert) with the newest slot; `null`: none yet. */
  lastPosted(team: string, subscriptionId: string): Promise<Delivery | null>
  /** ISO 8601 instant at which the channel had a digest (no alert) last, whatever slot it was for; `null`: none yet. */
  lastPostedIn(team: string, channel: string): Promise<string | null>
  /** The deliveries of a channel or of one subscription, the newest slot first: digests, and alerts where asked for. */
  history(
    of: { readonly team: string } & ({ readonly channel: string } | { readonly subscriptionId: string }),
    page: { readonly limit: number; readonly offset: number; readonly withAlerts?: boolean },
  ): Promise<readonly Delivery[]>
}

export function deliveryLists(db: Kysely<Database>): DeliveryLists {
  const lastPosted = prepared(db, ['team', 'subscriptionId'], ({ team, subscriptionId }) =>
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('team_id', '=', team)
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'posted')
      .where('alert', 'is', null)
      .orderBy('slot', 'desc')
      .limit(1),
  )
  const lastPostedIn = prepared(db, ['team', 'channel'], ({ team, channel }) =>
    db
      .selectFrom('deliveries')
      .select((eb) => eb.fn.max('finished_at').as('at'))
      .where('team_id', '=', team)
      .where('channel_id', '=', channel)
      .where('state', '=', 'posted')
      .where('alert', 'is', null),
  )
  return {
    async get(team, id) {
      const row = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('team_id', '=', team)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : deliveryRecord(row)
    },

    async lastPosted(team, subscriptionId) {
      const [row] = await lastPosted({ team, subscriptionId })
      return row === undefined ? null : deliveryRecord(row)
    },

    async lastPostedIn(team, channel) {
      const [row] = await lastPostedIn({ team, channel })
      return row?.at ?? null
    },

    async history({ team, ...of }, { limit, offset, withAlerts = false }) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('team_id', '=', team)
        .where((eb) =>
          'channel' in of ? eb('channel_id', '=', of.channel) : eb('subscription_id', '=', of.subscriptionId),
        )
        .$if(!withAlerts, (query) => query.where('alert', 'is', null))
        .orderBy('slot', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(deliveryRecord)
    },
  }
}

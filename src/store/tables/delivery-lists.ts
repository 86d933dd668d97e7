import type { Kysely } from 'kysely'
import type { Reason } from '../reason.ts'
import type { Database } from '../schema.ts'
import { type Delivery, deliveryReason, deliveryRecord } from './delivery-record.ts'
import { instantText } from './text.ts'

/** Lists of deliveries for people. */
export interface DeliveryLists {
  get(team: string, id: string): Promise<Delivery | null>
  /** Digests, and with `withAlerts` alerts, of a channel or a subscription; newest slot first. */
  history(
    of: { readonly team: string } & ({ readonly channel: string } | { readonly subscriptionId: string }),
    page: { readonly limit: number; readonly offset: number; readonly withAlerts?: boolean },
  ): Promise<readonly Delivery[]>
  /** Sent and waiting notices about a digest, oldest first. */
  notices(team: string, subscriptionId: string): Promise<readonly Delivery[]>
  /** Notices since `since` that reached nobody, newest first; with `channel`, only about its digests. */
  untold(
    team: string,
    of: { readonly channel: string | null; readonly since: Temporal.Instant; readonly limit: number },
  ): Promise<readonly Untold[]>
}

/** A notice about a digest that reached nobody. */
export interface Untold {
  readonly id: string
  readonly subscriptionId: string
  /** Name of the digest. */
  readonly name: string
  /** Read it with `noticeOf`. */
  readonly notice: string
  /** Why the last one could not be told. */
  readonly reason: Reason
  /** ISO 8601 instant. */
  readonly at: string
}

export function deliveryLists(db: Kysely<Database>): DeliveryLists {
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

    async history({ team, ...of }, { limit, offset, withAlerts = false }) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('team_id', '=', team)
        .where((eb) =>
          'channel' in of ? eb('channel_id', '=', of.channel) : eb('subscription_id', '=', of.subscriptionId),
        )
        .where('notice', 'is', null)
        .$if(!withAlerts, (query) => query.where('alert', 'is', null))
        .orderBy('slot', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(deliveryRecord)
    },

    async notices(team, subscriptionId) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .where('notice', 'is not', null)
        .orderBy('created_at')
        .orderBy('slot')
        .execute()
      return rows.map(deliveryRecord)
    },

    async untold(team, { channel, since, limit }) {
      const rows = await db
        .selectFrom('deliveries')
        .innerJoin('subscriptions', (join) =>
          join
            .onRef('subscriptions.team_id', '=', 'deliveries.team_id')
            .onRef('subscriptions.id', '=', 'deliveries.subscription_id'),
        )
        .select([
          'deliveries.id as id',
          'deliveries.subscription_id as subscriptionId',
          'subscriptions.name as name',
          'deliveries.notice as notice',
          'deliveries.reason as reason',
          'deliveries.reason_cause as reason_cause',
          'deliveries.reason_detail as reason_detail',
          'deliveries.untold_at as at',
        ])
        .where('deliveries.team_id', '=', team)
        .where('deliveries.untold_at', '>=', instantText(since))
        .where('subscriptions.state', '<>', 'deleted')
        .$if(channel !== null, (query) => query.where('subscriptions.channel_id', '=', channel ?? ''))
        .orderBy('deliveries.untold_at', 'desc')
        .orderBy('deliveries.id')
        .limit(limit)
        .execute()
      return rows.map(({ notice, reason, reason_cause, reason_detail, at, ...row }) => ({
        ...row,
        notice: notice ?? '',
        reason: deliveryReason({ reason, reason_cause, reason_detail }) ?? 'not_recorded',
        at: at ?? '',
      }))
    },
  }
}

import { type Kysely, sql } from 'kysely'
import type { Reason } from '../../reason.ts'
import type { Database } from '../../schema.ts'
import { instantText } from '../sql.ts'
import { type DeliveryClaims, deliveryClaims } from './claims.ts'
import { type DeliveryThreads, deliveryThreads } from './posting.ts'
import { type DeliveryQueue, deliveryQueue } from './queue.ts'
import { type Delivery, deliveryReason, deliveryRecord, findDelivery } from './record.ts'

/** Deliveries of digests, alerts and notices: one per slot, with claim and outcome. */
export interface DeliveryStore
  extends DeliveryQueue,
    DeliveryClaims,
    DeliveryThreads,
    DeliveryLists,
    DeliveryWaiting {}

/** @param shared whether other processes may use the same rows */
export function deliveryStore(db: Kysely<Database>, shared: boolean): DeliveryStore {
  return {
    ...deliveryQueue(db, shared),
    ...deliveryClaims(db, shared),
    ...deliveryThreads(db),
    ...deliveryLists(db),
    ...deliveryWaiting(db),
  }
}

/** Counts of unfinished deliveries, for the operator. */
export interface Waiting {
  /** To be composed and posted, including those waiting for a retry. Without notices. */
  readonly pending: number
  /** Being posted to Slack. */
  readonly posting: number
  /** With an unknown outcome that is still to be looked up. */
  readonly unknown: number
  /** Slot of the oldest pending delivery; `null`: none. */
  readonly oldestSlot: Temporal.Instant | null
}

export interface DeliveryWaiting {
  waiting(): Promise<Waiting>
}

function deliveryWaiting(db: Kysely<Database>): DeliveryWaiting {
  const count = () =>
    db
      .selectFrom('deliveries')
      .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.min('slot').as('oldest')])
  return {
    async waiting() {
      // The states are literals, so that the database uses the partial indexes.
      const pending = await count()
        .where('state', '=', sql.lit('pending'))
        // Without notices, which may wait hours for their next attempt.
        .where('notice', 'is', null)
        .executeTakeFirst()
      const posting = await count().where('state', '=', sql.lit('posting')).executeTakeFirst()
      const unknown = await count().where('check_at', 'is not', null).executeTakeFirst()
      return {
        pending: Number(pending?.count ?? 0),
        posting: Number(posting?.count ?? 0),
        unknown: Number(unknown?.count ?? 0),
        oldestSlot: pending?.oldest == null ? null : Temporal.Instant.from(pending.oldest),
      }
    },
  }
}

/** Lists of deliveries for people. */
export interface DeliveryLists {
  get(team: string, id: string): Promise<Delivery | null>
  /** Digests of a channel or a subscription, newest slot first. @param page.withAlerts includes alerts */
  history(
    of: { readonly team: string } & ({ readonly channel: string } | { readonly subscriptionId: string }),
    page: { readonly limit: number; readonly offset: number; readonly withAlerts?: boolean },
  ): Promise<readonly Delivery[]>
  /** All notices about a digest, sent or not, oldest first. */
  notices(team: string, subscriptionId: string): Promise<readonly Delivery[]>
  /** Notices given up since `since` without reaching a recipient, newest first. With `channel`, only about its digests. */
  undeliveredNotices(
    team: string,
    of: { readonly channel: string | null; readonly since: Temporal.Instant; readonly limit: number },
  ): Promise<readonly UndeliveredNoticeRow[]>
}

/** A notice about a digest that reached no recipient. */
export interface UndeliveredNoticeRow {
  readonly id: string
  readonly subscriptionId: string
  /** Name of the digest. */
  readonly name: string
  /** `noticeOf` reads it. */
  readonly notice: string
  /** Why the last person could not be notified. */
  readonly reason: Reason
  /** ISO 8601 instant. */
  readonly at: string
}

function deliveryLists(db: Kysely<Database>): DeliveryLists {
  return {
    get: (team, id) => findDelivery(db, team, id),

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

    async undeliveredNotices(team, { channel, since, limit }) {
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

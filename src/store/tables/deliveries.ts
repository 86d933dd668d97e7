import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { type DeliveryClaims, type DeliveryQueue, deliveryClaims, deliveryQueue } from './delivery-claims.ts'
import { type DeliveryLists, deliveryLists } from './delivery-lists.ts'

import { type DeliveryThreads, deliveryThreads } from './delivery-posting.ts'

/** Deliveries of digests, alerts and notices: one per slot, with its claim and outcome. */
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
  /** To be composed and posted, including those that wait for a retry. */
  readonly pending: number
  /** Being posted to Slack. */
  readonly posting: number
  /** Unknown outcome, still to be looked up. */
  readonly unknown: number
  /** Slot of the oldest pending delivery; `null`: none. */
  readonly oldestSlot: Temporal.Instant | null
}

export interface DeliveryWaiting {
  waiting(): Promise<Waiting>
}

export function deliveryWaiting(db: Kysely<Database>): DeliveryWaiting {
  const count = () =>
    db
      .selectFrom('deliveries')
      .select((eb) => [eb.fn.countAll<number | string>().as('count'), eb.fn.min('slot').as('oldest')])
  return {
    async waiting() {
      // Literal states, so that their partial indexes are used.
      const pending = await count()
        .where('state', '=', sql.lit('pending'))
        // A notice may wait hours for its next attempt.
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

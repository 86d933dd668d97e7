import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { type DeliveryClaims, type DeliveryQueue, deliveryClaims, deliveryQueue } from './delivery-claims.ts'
import { type DeliveryLists, deliveryLists } from './delivery-lists.ts'

import { type DeliveryThreads, deliveryThreads } from './delivery-posting.ts'

/** Digests on their way, each slot once: what waits, who has it, and what became of it. */
export interface DeliveryStore
  extends DeliveryQueue,
    DeliveryClaims,
    DeliveryThreads,
    DeliveryLists,
    DeliveryWaiting {}

/** @param shared whether other processes may work on the same rows */
export function deliveryStore(db: Kysely<Database>, shared: boolean): DeliveryStore {
  return {
    ...deliveryQueue(db, shared),
    ...deliveryClaims(db, shared),
    ...deliveryThreads(db),
    ...deliveryLists(db),
    ...deliveryWaiting(db),
  }
}

/** The deliveries that are not finished, as an operator counts them. */
export interface Waiting {
  /** To be composed and posted, those that wait for a pause of Slack's or the service's included. */
  readonly pending: number
  /** On their way to Slack now. */
  readonly posting: number
  /** Of an unknown outcome, still to be looked up. */
  readonly unknown: number
  /** The slot of the pending one that has waited longest; `null`: none waits. */
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
      // The states written out, so that their indexes are found.
      const pending = await count()
        .where('state', '=', sql.lit('pending'))
        // A word to a person may wait for hours until it is tried again.
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

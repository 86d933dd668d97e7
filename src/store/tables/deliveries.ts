import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { type DeliveryClaims, deliveryClaims } from './delivery-claims.ts'
import { type DeliveryLists, deliveryLists } from './delivery-lists.ts'
import { type DeliveryQueue, deliveryQueue } from './delivery-queue.ts'
import { type DeliveryThreads, deliveryThreads } from './delivery-threads.ts'
import { type DeliveryWaiting, deliveryWaiting } from './delivery-waiting.ts'

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

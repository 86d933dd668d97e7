import type { Clock } from '../../lib/clock.ts'
import { type Store, singleUse } from '../../store/index.ts'

/** A signed request can be sent again for ten minutes: five before, five after the time that it carries. */
const rememberedMinutes = 11

/** What Slack delivers, by what stays the same when it comes again. */
export interface Delivered {
  readonly team: string
  readonly triggerId: string
}

/** `true` for the first one, of all replicas, who takes up a delivery; for everybody after that `false`. */
export type IsFirstDelivery = (delivered: Delivered) => Promise<boolean>

/**
 * Keeps in the store what was taken up, so that neither another replica nor a new process does it again. It costs a
 * write: what only reads is told apart by `slack/repeats.ts`, each process for itself.
 * @param deps.wallClock tells the real time, as those do that look at signatures
 */
export function createIdempotency({
  store,
  wallClock,
}: {
  readonly store: Pick<Store, 'idempotencyKeys'>
  readonly wallClock: Clock
}): IsFirstDelivery {
  return ({ team, triggerId }) => {
    const now = wallClock.now()
    const until = now.add({ minutes: rememberedMinutes })
    return store.idempotencyKeys.use(singleUse('delivery', team, triggerId), until, now)
  }
}

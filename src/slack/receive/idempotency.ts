import type { Clock } from '../../lib/clock.ts'
import { type Store, singleUse } from '../../store/index.ts'
import type { SlashCommand } from '../port.ts'

/**
 * Longer than Slack keeps repeating a delivery. It retries an event at once, after one minute and after five; with delayed
 * events turned on, hourly for a day (https://docs.slack.dev/apis/events-api).
 */
const retentionMs = 25 * 60 * 60_000

/** `true` for the first replica to claim a delivery, `false` after that. A repeated one has the same values. */
export type IsFirstDelivery = (delivered: Pick<SlashCommand, 'team' | 'triggerId'>) => Promise<boolean>

/**
 * Records deliveries in the store, so that no other replica or restarted process repeats their work. Each costs a
 * write; for reads `recentDeliveries` is enough.
 * @param wallClock the real time, as for signatures
 */
export function createIdempotency(store: Pick<Store, 'idempotencyKeys'>, wallClock: Clock): IsFirstDelivery {
  return ({ team, triggerId }) => {
    const now = wallClock.now()
    const until = now.add({ milliseconds: retentionMs })
    return store.idempotencyKeys.use(singleUse('delivery', team, triggerId), until, now)
  }
}

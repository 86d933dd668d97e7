import type { Delivery, Subscription } from '../store/index.ts'
import { newestSlot } from './slots.ts'

/** What a subscription owes at a moment. */
export interface Owed {
  /** To be delivered now; `null`: nothing. */
  readonly deliver: Temporal.Instant | null
  /** Missed for good, oldest first: recorded so that the history has no hole. */
  readonly skip: readonly Temporal.Instant[]
}

/** More missed weeks than this are not worth a line each. */
const mostSkipped = 26

/**
 * After downtime one digest is sent, for the newest slot, if it is younger than the grace time; older slots are
 * skipped. Slots before the schedule was set are not owed.
 *
 * @param newest the subscription's delivery with the newest slot, if there is any
 */
export function owed(
  subscription: Subscription,
  newest: Delivery | null,
  now: Temporal.Instant,
  graceHours: number,
): Owed {
  const since = Temporal.Instant.from(subscription.effectiveFrom)
  const done = newest === null ? null : Temporal.Instant.from(newest.slot)
  const unfinished = newest?.state === 'pending' ? done : null
  const missed: Temporal.Instant[] = []
  let slot = newestSlot(subscription, now)
  while (
    missed.length < mostSkipped &&
    Temporal.Instant.compare(slot, since) >= 0 &&
    (done === null || Temporal.Instant.compare(slot, done) > 0 || unfinished?.equals(slot) === true)
  ) {
    missed.unshift(slot)
    slot = newestSlot(subscription, slot.subtract({ nanoseconds: 1 }))
  }
  const latest = missed.at(-1)
  if (latest === undefined) return { deliver: null, skip: [] }
  const young = now.since(latest).total('hours') <= graceHours
  return young ? { deliver: latest, skip: missed.slice(0, -1) } : { deliver: null, skip: missed }
}

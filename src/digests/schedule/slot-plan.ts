import type { SlotPlan, Subscription } from '../../store/index.ts'
import { newestSlotAt, nextSlots, zoneData } from './slots.ts'

/** A longer list of missed slots would be useless. */
const maxSkipped = 26

/** The slots that are due for a subscription: the newest is delivered, the missed ones are recorded as skipped. */
export function planOf(subscription: Subscription, now: Temporal.Instant, graceHours: number): SlotPlan {
  const { team, id, channel, revision, schedule, plannedUntil, effectiveFrom } = subscription
  // A slot at the instant the schedule takes effect is not one of its runs.
  const isDue = (slot: Temporal.Instant) =>
    [effectiveFrom, plannedUntil ?? effectiveFrom].every((since) => Temporal.Instant.compare(slot, since) > 0)
  const dueSlots: Temporal.Instant[] = []
  let slot = newestSlotAt(schedule, now)
  while (dueSlots.length <= maxSkipped && isDue(slot)) {
    dueSlots.push(slot)
    slot = newestSlotAt(schedule, slot.subtract({ nanoseconds: 1 }))
  }
  const [newest, ...older] = dueSlots
  const isRecent = newest !== undefined && !isTooOld(newest, now, graceHours)
  return {
    team,
    subscriptionId: id,
    channel,
    revision,
    deliver: isRecent ? newest : null,
    lateAt: newest === undefined ? null : newest.add({ hours: graceHours }),
    skip: (isRecent || newest === undefined ? older : [newest, ...older]).toReversed(),
    skipReason: 'missed',
    nextSlot: nextSlots(schedule, now, 1)[0] ?? now,
    zoneData,
  }
}

/** Whether the grace time is over. Within it, the newest slot is still delivered after downtime. */
export function isTooOld(slot: Temporal.Instant, now: Temporal.Instant, graceHours: number): boolean {
  return now.since(slot).total('hours') > graceHours
}

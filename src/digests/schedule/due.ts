import type { SlotPlan, Subscription } from '../../store/index.ts'
import { newestSlotAt, nextSlots, zoneData } from './slots.ts'

/** More missed slots than these are not worth a line each. */
const mostSkipped = 26

/** What a subscription owes at a moment, so that its history has no hole. */
export function planOf(subscription: Subscription, now: Temporal.Instant, graceHours: number): SlotPlan {
  const { team, id, channel, revision, schedule, plannedUntil, effectiveFrom } = subscription
  // A slot at the very moment in which the schedule begins is none of its "next runs".
  const isOwed = (slot: Temporal.Instant) =>
    [effectiveFrom, plannedUntil ?? effectiveFrom].every((since) => Temporal.Instant.compare(slot, since) > 0)
  const owed: Temporal.Instant[] = []
  let slot = newestSlotAt(schedule, now)
  while (owed.length <= mostSkipped && isOwed(slot)) {
    owed.push(slot)
    slot = newestSlotAt(schedule, slot.subtract({ nanoseconds: 1 }))
  }
  const [newest, ...older] = owed
  const isYoung = newest !== undefined && !isTooOld(newest, now, graceHours)
  return {
    team,
    subscriptionId: id,
    channel,
    revision,
    deliver: isYoung ? newest : null,
    skip: (isYoung || newest === undefined ? older : [newest, ...older]).toReversed(),
    skipReason: 'missed while Sightline was not running, or disconnected from Slack',
    lookAt: nextSlots(schedule, now, 1)[0] ?? now,
    zoneData,
  }
}

/** After downtime the newest slot is still delivered if it is younger than the grace time. */
export function isTooOld(slot: Temporal.Instant, now: Temporal.Instant, graceHours: number): boolean {
  return now.since(slot).total('hours') > graceHours
}

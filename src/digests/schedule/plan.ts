import { YieldQueue } from '../../lib/async.ts'
import type { SlotPlan, Subscription } from '../../store/index.ts'
import { noticeAbout } from '../deliver/notice.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { newestSlotAt, nextSlots, zoneData } from './slots.ts'

/** Subscriptions planned per batch. Other work can run between batches. */
const plansAtOnce = 100

/** Plans each due slot; those that are too old are recorded as skipped. @returns whether anything is due now */
export async function planDue(workspaces: DigestWorkspaces, stopped: () => boolean): Promise<boolean> {
  const { store, clock, log, meter } = workspaces
  const yieldQueue = new YieldQueue()
  let planned = false
  while (!stopped()) {
    const now = clock.now()
    const due = await store.subscriptions.due(now, plansAtOnce, zoneData)
    const plans: SlotPlan[] = []
    for (const subscription of due) {
      const plan = await readablePlan(workspaces, subscription, now)
      if (plan !== null) plans.push(plan)
    }
    for (const { team, channel, skip } of plans)
      for (const slot of skip)
        log.warn('a digest was skipped', { team, channel, slot: String(slot), code: 'missed' })
    await store.subscriptions.plan(plans, now)
    for (const { skip } of plans) if (skip.length > 0) meter.digests('skipped', skip.length)
    planned ||= plans.some(({ deliver }) => deliver !== null)
    if (due.length < plansAtOnce) break
    await yieldQueue.pass()
  }
  return planned
}

/** A schedule that can't be read must not block the others: its digest is paused, and its owner is told. */
async function readablePlan(
  { store, log, graceHours, of }: DigestWorkspaces,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<SlotPlan | null> {
  const { team, id, channel } = subscription
  try {
    return planOf(subscription, now, graceHours)
  } catch (error) {
    log.error('a digest was paused: its schedule can’t be read', { team, channel, error })
    const workspace = await of(team)
    const code = 'schedule_unreadable'
    const notice =
      workspace === null
        ? undefined
        : noticeAbout(workspace, subscription, { kind: 'paused', code }, String(now))
    await store.subscriptions.pause(team, id, code, now, { notice })
    return null
  }
}

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
    nextSlot: nextSlots(schedule, now, 1)[0] ?? now,
    zoneData,
  }
}

/** Whether the grace time is over. Within it, the newest slot is still delivered after downtime. */
export function isTooOld(slot: Temporal.Instant, now: Temporal.Instant, graceHours: number): boolean {
  return now.since(slot).total('hours') > graceHours
}

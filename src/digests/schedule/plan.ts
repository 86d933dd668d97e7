import { YieldQueue } from '../../lib/queues.ts'
import type { SlotPlan, Subscription } from '../../store/index.ts'
import { codeOf } from '../../store/reason.ts'
import { noticeAbout } from '../deliver/notice-recipients.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { planOf } from './slot-plan.ts'
import { zoneData } from './slots.ts'

/** Subscriptions planned per batch. Other work can run between batches. */
const plansAtOnce = 100

/**
 * Plans a delivery for each due slot and records those that are too old as skipped.
 * @returns whether there is anything to deliver now
 */
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
    for (const { team, channel, skip, skipReason } of plans)
      for (const slot of skip)
        log.warn('a digest was skipped', { team, channel, slot: String(slot), code: codeOf(skipReason) })
    await store.subscriptions.plan(plans, now)
    for (const { skip } of plans) if (skip.length > 0) meter.digests('skipped', skip.length)
    planned ||= plans.some(({ deliver }) => deliver !== null)
    if (due.length < plansAtOnce) break
    await yieldQueue.pass()
  }
  return planned
}

/**
 * An unreadable schedule (for example, an unknown zone) must not block the others: its digest is paused and the
 * owner is notified.
 */
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

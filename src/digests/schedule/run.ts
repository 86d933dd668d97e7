import type { Clock } from '../../lib/clock.ts'
import { withReference } from '../../lib/log.ts'
import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Claim, NewNotice, SlotPlan, Subscription } from '../../store/index.ts'
import { causeOf, codeOf, type Reason } from '../../store/reason.ts'
import { countDigest } from '../deliver/count.ts'
import { composeLeaseMs, deliver } from '../deliver/deliver.ts'
import { deliverNotice } from '../deliver/deliver-notice.ts'
import { noticeAbout } from '../deliver/notice-recipients.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { fairClaims } from './fair-queue.ts'
import { perRunCache } from './per-run-cache.ts'
import { isTooOld, planOf } from './slot-plan.ts'
import { zoneData } from './slots.ts'

/** Digests composed and posted concurrently: Slack allows about eight messages a second. */
export const digestsAtOnce = 16
/** A delivery that takes longer gives up its place. */
const slowMs = 2_000
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
    await store.deliveries.plan(plans, now)
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

interface WaitingDeliveries {
  /**
   * Delivers until nothing is waiting. A delivery that throws is logged and does not stop the others.
   * @returns whether anything was waiting
   */
  run(): Promise<boolean>
  /** Fills empty places of the current run: new deliveries may be waiting. */
  more(): void
}

/**
 * @param signal leaves the rest, including a digest being composed, to the next process
 * @param wallClock real time, to detect slow deliveries
 */
export function waitingDeliveries(
  workspaces: DigestWorkspaces,
  signal: AbortSignal,
  wallClock: Pick<Clock, 'sleep'>,
): WaitingDeliveries {
  let more = () => {}
  return {
    more: () => more(),
    run: async () => {
      const run = deliveryRun(workspaces, signal, wallClock)
      const first = await run.claims.next()
      // Usually nothing is waiting.
      if (first === null) return false
      more = run.fill
      try {
        await run.from(first)
      } finally {
        more = () => {}
      }
      return true
    },
  }
}

/** Delivers concurrently in a limited number of places. A slow delivery gives up its place, so it doesn't delay others. */
function deliveryRun(workspaces: DigestWorkspaces, signal: AbortSignal, wallClock: Pick<Clock, 'sleep'>) {
  const { log } = workspaces
  const workspaceFor = perRunCache(workspaces)
  const yieldQueue = new YieldQueue()
  const claims = fairClaims(workspaces, { leaseMs: composeLeaseMs, atOnce: digestsAtOnce, signal })
  const working = new Set<Promise<void>>()
  let places = 0
  let failure: { readonly reason: unknown } | null = null

  const deliverOne = async (claim: Claim) => {
    try {
      const workspace = await workspaceFor(claim.team, claim.slot)
      if (workspace === null) await skip(workspaces, claim, 'uninstalled')
      else await deliverNext(workspace, claim, signal)
    } catch (error) {
      const { team, channel, id } = claim
      log.error('a delivery failed', { team, channel, delivery: id, error })
    } finally {
      claims.done(claim)
    }
  }
  /** @returns whether it kept its place */
  const deliverInPlace = async (claim: Claim): Promise<boolean> => {
    const done = new AbortController()
    let hasPlace = true
    const slow = () => {
      hasPlace = false
      places -= 1
      fill()
    }
    wallClock.sleep(slowMs, done.signal).then(slow, () => {})
    await withReference(() => deliverOne(claim))
    done.abort()
    return hasPlace
  }
  const work = async (first: Claim | null) => {
    let hasPlace = true
    try {
      for (let claim = first ?? (await claims.next()); claim !== null; claim = await claims.next()) {
        // Composing takes milliseconds; an acknowledgement waits for one digest at most.
        await yieldQueue.pass()
        hasPlace = await deliverInPlace(claim)
        if (!hasPlace) break
      }
    } catch (reason) {
      // If the database fails for one delivery, the others still finish before the run ends.
      failure ??= { reason }
    }
    if (hasPlace) places -= 1
    // Its workspace may have been at its limit.
    else fill()
  }
  const begin = (first: Claim | null) => {
    places += 1
    const worker = work(first).finally(() => working.delete(worker))
    working.add(worker)
  }
  const fill = () => {
    if (signal.aborted || failure !== null) return
    for (let empty = digestsAtOnce - places; empty > 0; empty -= 1) begin(null)
  }
  return {
    claims,
    fill,
    from: async (first: Claim) => {
      begin(first)
      fill()
      while (working.size > 0) await Promise.all(working)
      if (failure !== null) throw failure.reason
    },
  }
}

async function deliverNext(workspace: DigestWorkspace, claim: Claim, signal: AbortSignal): Promise<void> {
  if (claim.notice !== null) return deliverNotice(workspace, claim, signal)
  const subscription = await workspace.store.subscriptions.get(claim.team, claim.subscriptionId)
  const reason = skipReason(workspace, claim, subscription)
  if (subscription === null || reason !== null) {
    const notice = subscription === null ? null : givenUpNotice(workspace, subscription, claim, reason)
    await skip(workspace, claim, reason ?? 'digest_deleted', notice)
    return
  }
  await deliver(workspace, subscription, claim, { retries: true, signal })
}

/** The notice about a delivery that was given up; `null` if nobody needs to know. */
function givenUpNotice(
  workspace: DigestWorkspace,
  subscription: Subscription,
  { slot, alert }: Claim,
  reason: Reason | null,
): NewNotice | null {
  // No notice about an alert: the next check reports the change if it persists.
  if (reason === null || codeOf(reason) !== 'given_up' || alert !== null) return null
  const matter = { kind: 'not_posted', reason: causeOf(reason), hours: workspace.graceHours } as const
  return noticeAbout(workspace, subscription, matter, slot)
}

/** Why a pending delivery is skipped; `null` if it isn't. */
function skipReason(
  { clock, graceHours }: DigestWorkspace,
  { askedBy, slot, reason }: Claim,
  subscription: Subscription | null,
): Reason | null {
  if (askedBy !== null) return 'stopped'
  if (subscription?.state === 'deleted') return 'digest_deleted'
  if (subscription?.state === 'paused')
    return { code: 'digest_paused', cause: causeOf(subscription.pausedReason) }
  if (!isTooOld(Temporal.Instant.from(slot), clock.now(), graceHours)) return null
  return { code: 'given_up', cause: reason === null ? 'not_reached' : causeOf(reason) }
}

async function skip(
  workspace: Pick<DigestWorkspace, 'store' | 'clock' | 'log' | 'meter'>,
  claim: Claim,
  reason: Reason,
  notice: NewNotice | null = null,
): Promise<void> {
  const { store, clock, log } = workspace
  const { team, channel, slot, id } = claim
  const skipped = await store.deliveries.skipped(claim, reason, clock.now(), { notice })
  if (countDigest(workspace, claim, 'skipped', skipped))
    log.warn('a digest was skipped', { team, channel, delivery: id, slot, code: codeOf(reason) })
}

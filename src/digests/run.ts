import { underReference } from '../log.ts'
import type { Claim, NewNotice, SlotPlan, Subscription } from '../store/index.ts'
import { Turnstile } from '../turnstile.ts'
import { composeLeaseMs, deliver } from './deliver.ts'
import type { DigestDeps, ScheduleDeps } from './deps.ts'
import { isTooOld, planOf } from './due.ts'
import { noticeAbout } from './notices.ts'
import { steadyRuns } from './steady.ts'
import { claimsInTurn } from './turns.ts'

/** So many digests are composed and posted at the same time: Slack's pace allows about eight messages a second. */
export const digestsAtOnce = 16
/** Planned in one go; between two goes everything else has the event loop. */
const plansAtOnce = 100

/** Gives every slot that has come its delivery; those that are too old are recorded as skipped. */
export async function planDue(deps: ScheduleDeps, stopped: () => boolean): Promise<void> {
  const { store, clock, log } = deps
  const turnstile = new Turnstile()
  while (!stopped()) {
    const now = clock.now()
    const due = await store.subscriptions.due(now, plansAtOnce)
    const plans: SlotPlan[] = []
    for (const subscription of due) {
      const plan = await readablePlan(deps, subscription, now)
      if (plan !== null) plans.push(plan)
    }
    for (const { team, channel, skip, skipReason } of plans)
      for (const slot of skip)
        log.warn('a digest was skipped', { team, channel, slot: String(slot), detail: skipReason })
    await store.deliveries.plan(plans, now)
    if (due.length < plansAtOnce) return
    await turnstile.pass()
  }
}

/** A schedule that can't be read, for instance since its zone is no longer known, must not hold the others up: it is paused. */
async function readablePlan(
  { store, log, graceHours }: ScheduleDeps,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<SlotPlan | null> {
  const { team, id, channel } = subscription
  try {
    return planOf(subscription, now, graceHours)
  } catch (error) {
    log.error('a digest is paused: its schedule can’t be read', { team, channel, error })
    await store.subscriptions.pause(team, id, 'its schedule can’t be read; set it anew', now)
    return null
  }
}

/** Delivers what waits until nothing waits. A delivery that throws is logged and stops no other. */
export async function deliverWaiting(deps: ScheduleDeps, signal: AbortSignal): Promise<void> {
  const { log } = deps
  const runOf = steadyRuns(deps)
  const turnstile = new Turnstile()
  const claims = claimsInTurn(deps, { leaseMs: composeLeaseMs, atOnce: digestsAtOnce, signal })
  const one = async (claim: Claim) => {
    try {
      const own = await runOf(claim.team, claim.slot)
      if (own === null) await skip(deps, claim, uninstalled)
      else await deliverNext(own, claim, signal)
    } catch (error) {
      const { team, channel, id } = claim
      log.error('a delivery failed', { team, channel, delivery: id, error })
    } finally {
      claims.done(claim)
    }
  }
  const worker = async (first: Claim | null) => {
    for (let claim = first; claim !== null; claim = await claims.next()) {
      const waiting = claim
      // Composing takes milliseconds; whoever waits for an acknowledgement meanwhile waits for one digest at most.
      await turnstile.pass()
      await underReference(() => one(waiting))
    }
  }
  // Mostly nothing waits: then one look is enough.
  const first = await claims.next()
  if (first === null) return
  const others = Array.from({ length: digestsAtOnce - 1 }, async () => worker(await claims.next()))
  // When the database goes away under one of them, the others still end before the run does.
  const ended = await Promise.allSettled([worker(first), ...others])
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function deliverNext(deps: DigestDeps, claim: Claim, signal: AbortSignal): Promise<void> {
  if (claim.notice !== null) {
    // Seldom needed, so loaded when it is.
    const { deliverNotice } = await import('./deliver-notice.ts')
    return deliverNotice(deps, claim, signal)
  }
  const subscription = await deps.store.subscriptions.get(claim.team, claim.subscriptionId)
  const obstacle = obstacleTo(deps, claim, subscription)
  if (subscription === null || obstacle !== null) {
    const notice = subscription === null ? null : await givenUp(deps, subscription, claim, obstacle?.trouble)
    await skip(deps, claim, obstacle ?? { reason: 'the digest is gone', code: 'gone' }, notice)
    return
  }
  await deliver(deps, subscription, claim, { retries: true, signal })
}

/** What the owner is told who would wait in vain. @param trouble nothing: nobody waits */
async function givenUp(
  deps: DigestDeps,
  subscription: Subscription,
  { slot }: Claim,
  trouble: string | null = null,
): Promise<NewNotice | null> {
  if (trouble === null) return null
  const { reasonWords } = await import('../blocks/home-digest.ts')
  const reason = `It was tried for ${deps.graceHours} hours. The last trouble: ${reasonWords(trouble)}.`
  return noticeAbout(deps, subscription, { kind: 'not_posted', reason }, slot)
}

/** Why a delivery that waits is not for now; `trouble`: why it never came, for its owner, who would wait in vain. */
function obstacleTo(
  { clock, graceHours }: DigestDeps,
  { askedBy, slot, reason, alert }: Claim,
  subscription: Subscription | null,
): (Obstacle & { readonly trouble: string | null }) | null {
  if (askedBy !== null)
    return { reason: 'Sightline stopped before it was posted', code: 'stopped', trouble: null }
  if (subscription?.state === 'deleted')
    return { reason: 'the digest was deleted', code: 'deleted', trouble: null }
  if (subscription?.state === 'paused') {
    const why = subscription.pausedReason ?? 'no reason recorded'
    return { reason: `paused: ${why}`, code: 'paused', trouble: null }
  }
  if (!isTooOld(Temporal.Instant.from(slot), clock.now(), graceHours)) return null
  const why = reason ?? 'Sightline did not get to it'
  return {
    reason: `given up after the grace time: ${why}`,
    code: 'too_old',
    // What an alert would have told is found anew, if it is still so.
    trouble: alert !== null ? null : why,
  }
}

interface Obstacle {
  /** For the history; it may hold what the service said. */
  readonly reason: string
  /** For the log. */
  readonly code: string
}

const uninstalled: Obstacle = { reason: 'Sightline is no longer in this workspace', code: 'uninstalled' }

async function skip(
  { store, clock, log }: Pick<DigestDeps, 'store' | 'clock' | 'log'>,
  claim: Claim,
  { reason, code }: Obstacle,
  notice: NewNotice | null = null,
): Promise<void> {
  const { team, channel, slot, id } = claim
  if (await store.deliveries.skipped(claim, reason, clock.now(), { notice }))
    log.warn('a digest was skipped', { team, channel, delivery: id, slot, code })
}

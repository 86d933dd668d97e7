import { deliveryUnknown } from '../../blocks/digests/delivery-unknown.ts'
import { digestNotPosted, digestPaused } from '../../blocks/digests/digest-failure.ts'
import { ownerWanted } from '../../blocks/digests/digest-owner.ts'
import { prefaced } from '../../blocks/digests/notice-preface.ts'
import { restoreOffer } from '../../blocks/digests/restore.ts'
import type { Message } from '../../model/message.ts'
import { type Claim, type Notice, noticeOf, type Subscription, type Tells } from '../../store/index.ts'
import { codeOf, type Reason } from '../../store/reason.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { recordDisconnection } from './disconnection.ts'
import { isForOneOwner, nextNotice, sharedOffer } from './notice-recipients.ts'
import { refusalOf } from './post-failure.ts'
import { postClaimed, reconcileAfterMs } from './posting.ts'

/** While a delivery is looked up or posted again, nobody is told that it is unknown: it may be settled by then. */
const settlesWithinMs = 60_000

/** Delivers a claimed notice, unless it no longer applies. */
export async function deliverNotice(
  workspace: DigestWorkspace,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = workspace
  const { team, channel: to, id } = claim
  const notice = noticeOf(claim.notice)
  const subscription = await store.subscriptions.get(team, claim.subscriptionId)
  const message =
    notice === null || subscription === null ? null : await messageOf(workspace, subscription, claim, notice)
  if (notice === null || subscription === null || message === null) {
    await store.deliveries.skipped(claim, 'no_longer_so', clock.now())
    return
  }
  const release = (ms: number, reason: Reason) =>
    store.deliveries.release(claim, { retryAt: clock.now().add({ milliseconds: ms }), reason }, clock.now())
  if (message === 'settling') return void (await release(settlesWithinMs, 'posting_again'))
  const sent = await postClaimed(workspace, claim, to, { message, says: null }, { signal })
  if (sent.kind === 'stopped') return void (await release(0, 'stopped'))
  if (sent.kind !== 'refused') return
  const { error } = sent
  const { code } = error
  log.warn('a notice about a digest could not be delivered', { team, channel: to, delivery: id, code })
  const refusal = refusalOf(error)
  const { reason } = refusal
  switch (refusal.kind) {
    case 'wait':
      return void (await release(refusal.ms, reason))
    case 'unknown': {
      const checkAt = clock.now().add({ milliseconds: reconcileAfterMs })
      return void (await store.deliveries.unknown(claim, { reason, checkAt }, clock.now()))
    }
    case 'disconnected':
      // Before it is free again: nobody else should try.
      await recordDisconnection(workspace, team, error)
      return void (await release(0, reason))
    case 'pause':
    case 'fail': {
      const tells = await escalate(workspace, subscription, claim, notice, false)
      if ((await store.deliveries.failed(claim, reason, clock.now(), tells)) && tells.untold)
        logUndelivered(workspace, claim, code)
    }
  }
}

/** Settles a notice of which nobody knows whether it arrived, and that can't be looked for: somebody is told again. */
export async function resolveUnknownNotice(
  workspace: DigestWorkspace,
  subscription: Subscription | null,
  claim: Claim,
  reason: Reason,
): Promise<void> {
  const { store, clock } = workspace
  const notice = noticeOf(claim.notice)
  const tells: Tells =
    notice === null || subscription === null
      ? { notice: null }
      : await escalate(workspace, subscription, claim, notice, true)
  const left = await store.deliveries.unknown(claim, { reason, checkAt: null }, clock.now(), tells)
  if (left && tells.untold) logUndelivered(workspace, claim, codeOf(reason))
}

/** The next recipient after a failed delivery. */
async function escalate(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  notice: Notice,
  unknown: boolean,
): Promise<Tells> {
  const next = nextNotice(workspace, subscription, claim, notice, unknown)
  const { matter, since } = notice
  if (matter.kind === 'restore' && isForOneOwner(notice) && next?.to !== claim.channel) {
    const oldest = await workspace.store.subscriptions.get(claim.team, matter.oldest)
    return { notice: sharedOffer(workspace, oldest ?? subscription, since), untold: false }
  }
  return { notice: next, untold: next === null }
}

function logUndelivered(
  { log, contact }: DigestWorkspace,
  { team, channel, id, notice }: Claim,
  code: string,
): void {
  log.error('a notice about a digest reached nobody', {
    team,
    channel,
    delivery: id,
    code,
    detail: `${noticeOf(notice)?.matter.kind}. ${
      contact?.kind === 'user'
        ? 'Look whether SIGHTLINE_CONTACT is still somebody in this workspace.'
        : 'Set SIGHTLINE_CONTACT to the Slack user who is told where an owner can’t be.'
    } /sightline status shows it in the digest’s channel.`,
  })
}

/** The notice's current message; `null`: it no longer applies; `settling`: it isn't known yet whether it does. */
async function messageOf(
  { store }: DigestWorkspace,
  subscription: Subscription,
  { team, channel: to }: Claim,
  { matter, since, tried }: Notice,
): Promise<Message | null | 'settling'> {
  const { id, name, channel, owner, ownerAsked, state, pausedReason } = subscription
  if (state === 'deleted') return null
  const said = await (async () => {
    switch (matter.kind) {
      case 'paused': {
        if (state !== 'paused' || pausedReason === null) return null
        if (codeOf(pausedReason) !== codeOf(matter.code)) return null
        return digestPaused({ name, channel, slot: since, reason: matter.code })
      }
      case 'not_posted': {
        return digestNotPosted({
          name,
          channel,
          slot: since,
          reason: matter.reason,
          hours: matter.hours ?? null,
        })
      }
      case 'unknown': {
        const delivery = await store.deliveries.get(team, matter.delivery)
        if (delivery?.state === 'posting') return 'settling'
        if (delivery?.state !== 'unknown') return null
        const which = delivery.alert === null ? name : `${name}, an alert`
        return deliveryUnknown({ deliveryId: delivery.id, name: which, channel, slot: delivery.slot })
      }
      case 'owner_wanted': {
        if (owner !== matter.gone || ownerAsked !== matter.gone) return null
        return ownerWanted({ name, gone: matter.gone, subscriptionId: id })
      }
      case 'restore': {
        const { length: count } = await store.subscriptions.stopped(team)
        if (count === 0) return null
        return restoreOffer({ count })
      }
    }
  })()
  if (said === null || said === 'settling') return said
  const again = tried.some((one) => one.to === to && one.unknown)
  const insteadOf = tried.findLast((one) => one.to !== to)?.to ?? null
  return prefaced(said, { again, insteadOf })
}

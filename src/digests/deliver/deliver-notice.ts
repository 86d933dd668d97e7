import { deliveryUnknown } from '../../blocks/digests/delivery-unknown.ts'
import { digestNotPosted, digestPaused } from '../../blocks/digests/digest-failure.ts'
import { ownerWanted } from '../../blocks/digests/digest-owner.ts'
import { withPreface } from '../../blocks/digests/notice-preface.ts'
import { restoreOffer } from '../../blocks/digests/restore.ts'
import type { Message } from '../../model/message.ts'
import { type Claim, type EndNotice, type Notice, noticeOf, type Subscription } from '../../store/index.ts'
import { codeOf, type Reason } from '../../store/reason.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { isForOneOwner, nextNotice, sharedOffer } from './notice-recipients.ts'
import { classifyPostError } from './post-failure.ts'
import { postClaimed, reconcileAfterMs } from './posting.ts'
import { waitingQuestion } from './waiting.ts'

/** A notice about an unknown delivery waits this long while that delivery is being posted again. */
const repostedWithinMs = 60_000

/** Posts a claimed notice, unless it no longer applies. */
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
    notice === null || subscription === null
      ? null
      : await noticeMessage(workspace, subscription, claim, notice)
  if (notice === null || subscription === null || message === null) {
    await store.deliveries.skipped(claim, 'no_longer_so', clock.now())
    return
  }
  const release = (ms: number, reason: Reason) =>
    store.deliveries.release(claim, { retryAt: clock.now().add({ milliseconds: ms }), reason }, clock.now())
  if (message === 'pending') return void (await release(repostedWithinMs, 'posting_again'))
  const outcome = await postClaimed(workspace, claim, to, { message, statement: null }, { signal })
  if (outcome.kind === 'stopped') return void (await release(0, 'stopped'))
  if (outcome.kind !== 'refused') return
  const { error } = outcome
  const { code } = error
  log.warn('a notice about a digest could not be delivered', { team, channel: to, delivery: id, code })
  const failure = classifyPostError(error)
  const { reason } = failure
  switch (failure.kind) {
    case 'wait':
      return void (await release(failure.ms, reason))
    case 'unknown': {
      const checkAt = clock.now().add({ milliseconds: reconcileAfterMs })
      return void (await store.deliveries.unknown(claim, { reason, checkAt }, clock.now()))
    }
    case 'disconnected':
      return void (await release(0, reason))
    case 'pause':
    case 'fail': {
      const next = await escalate(workspace, subscription, claim, notice, false)
      if ((await store.deliveries.failed(claim, reason, clock.now(), next)) && next.isUndelivered)
        logUndelivered(workspace, claim, code)
    }
  }
}

/** A notice whose outcome is unknown and can't be looked up is sent again. */
export async function resolveUnknownNotice(
  workspace: DigestWorkspace,
  subscription: Subscription | null,
  claim: Claim,
  reason: Reason,
): Promise<void> {
  const { store, clock } = workspace
  const notice = noticeOf(claim.notice)
  const next: EndNotice =
    notice === null || subscription === null
      ? { notice: null }
      : await escalate(workspace, subscription, claim, notice, true)
  const recorded = await store.deliveries.unknown(claim, { reason, checkAt: null }, clock.now(), next)
  if (recorded && next.isUndelivered) logUndelivered(workspace, claim, codeOf(reason))
}

/** The notice to the next recipient; `isUndelivered`: no recipient is left. */
async function escalate(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  notice: Notice,
  unknown: boolean,
): Promise<EndNotice> {
  const next = nextNotice(workspace, subscription, claim, notice, unknown)
  const { matter, since } = notice
  if (matter.kind === 'restore' && isForOneOwner(notice) && next?.to !== claim.channel) {
    const oldest = await workspace.store.subscriptions.get(claim.team, matter.oldest)
    return { notice: sharedOffer(workspace, oldest ?? subscription, since), isUndelivered: false }
  }
  return { notice: next, isUndelivered: next === null }
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
        ? 'Check that SIGHTLINE_CONTACT is still a member of this workspace.'
        : 'Set SIGHTLINE_CONTACT to the Slack user who gets notices that an owner can’t.'
    } /sightline status shows it in the digest’s channel.`,
  })
}

/** The notice's message; `null` if it no longer applies; `pending` while its delivery is being posted again. */
async function noticeMessage(
  workspace: DigestWorkspace,
  subscription: Subscription,
  { team, channel: to }: Claim,
  { matter, since, tried }: Notice,
): Promise<Message | null | 'pending'> {
  const { store } = workspace
  const { id, name, channel, owner, ownerAsked, state, pausedReason } = subscription
  if (state === 'deleted') return null
  const content = await (async () => {
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
        if (delivery?.state === 'posting') return 'pending'
        if (delivery?.state !== 'unknown') return null
        const label = delivery.alert === null ? name : `${name}, an alert`
        return deliveryUnknown({ deliveryId: delivery.id, name: label, channel, slot: delivery.slot })
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
      case 'waiting':
        return waitingQuestion(workspace, subscription, matter.items)
    }
  })()
  if (content === null || content === 'pending') return content
  const again = tried.some((one) => one.to === to && one.unknown)
  const insteadOf = tried.findLast((one) => one.to !== to)?.to ?? null
  return withPreface(content, { again, insteadOf })
}

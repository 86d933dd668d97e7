import { explain } from '../../lib/problem.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { PostError } from '../../slack/port.ts'
import { type Claim, type NewNotice, ownThread, type Subscription } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import { alertObstacle, composeAlert } from '../alerts/alert-delivery.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { composeDigest } from '../compose/compose.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { recordDisconnection } from './disconnection.ts'
import { noticeAbout } from './notice-recipients.ts'
import { refusalOf } from './post-failure.ts'
import { postClaimed, reconcileAfterMs, remember } from './posting.ts'
import { replyLeaseMs } from './reply.ts'
import { postReplies, threadJson, threadOf } from './thread.ts'

/** How a delivery ended. `later`: Slack asked to wait, or composing failed; it is tried again. */
export type DeliveryResult =
  | { readonly kind: 'posted'; readonly channel: string; readonly ts: string }
  /** Nothing had changed, and the digest is one that says nothing then. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'later'; readonly reason: Reason }
  | { readonly kind: 'unknown'; readonly reason: Reason }
  | { readonly kind: 'failed'; readonly reason: Reason }
  | { readonly kind: 'taken' }

export interface DeliverOptions {
  /** Whether somebody will come back for a delivery that has to wait; else it ends as failed. */
  readonly retries: boolean
  /** Ends composing and the wait for Slack's pace; the delivery, or what follows it, is then free for the next process. */
  readonly signal?: AbortSignal
}

/** Longer than composing can take: each API question has 45 s at most. */
export const composeLeaseMs = 180_000
/** Delay after a temporary failure; doubled each time. */
const retryAfterMs = 60_000
const longestRetryMs = 900_000

/** Delivers what was claimed: composes it, and posts it. */
export async function deliver(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  if (claim.alert !== null) return deliverAlert(workspace, subscription, claim, options)
  let composed: ComposedDigest
  try {
    // A requested digest is shown in full.
    const short = claim.askedBy === null
    const composing = composeDigest(workspace, subscription, Temporal.Instant.from(claim.slot), { short })
    composed = await unlessAborted(composing, options.signal)
  } catch (error) {
    // Nothing has been said yet: whoever comes next may begin at once.
    if (options.signal?.aborted) return later(workspace, claim, 'stopped', 0)
    const { code, sentence } = explain(error)
    workspace.log.error('a digest could not be composed', { ...fieldsOf(claim), code, error })
    const reason = { code: 'not_composed', detail: sentence } as const
    if (!options.retries) return failed(workspace, claim, reason)
    const wait = Math.min(retryAfterMs * 2 ** (claim.attempt - 1), longestRetryMs)
    return later(workspace, claim, reason, wait)
  }
  if (composed.quiet && subscription.onlyWhenChanged && claim.askedBy === null) {
    const now = workspace.clock.now()
    const skipped = await workspace.store.deliveries.skipped(claim, 'quiet', now)
    if (!skipped) return { kind: 'taken' }
    await workspace.store.subscriptions.checkOwner(subscription.team, subscription.id, now)
    return { kind: 'quiet' }
  }
  return postComposed(workspace, subscription, claim, composed, options)
}

/** An alert says what was found when it was claimed, outside of its quiet hours, as long as anybody wants it. */
async function deliverAlert(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  const now = workspace.clock.now()
  const obstacle = alertObstacle(claim, subscription, now)
  if (obstacle?.kind === 'later')
    return later(workspace, claim, 'quiet_hours', obstacle.until.epochMilliseconds - now.epochMilliseconds)
  const composed = obstacle === null ? composeAlert(claim) : null
  if (composed !== null) return postComposed(workspace, subscription, claim, composed, options)
  const skipped = await workspace.store.deliveries.skipped(claim, obstacle?.reason ?? 'nothing_to_tell', now)
  return skipped ? { kind: 'quiet' } : { kind: 'taken' }
}

/**
 * Commits the intent, posts, commits the result with what it says, then the thread. A post without an answer
 * becomes `unknown`: it is looked up before anybody posts it again.
 */
export async function postComposed(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  composed: ComposedDigest,
  { retries, signal }: DeliverOptions,
): Promise<DeliveryResult> {
  const { log } = workspace
  const { channel } = subscription
  const { main: message, says } = composed
  const thread = threadOf(composed)
  const intent = { message, says, thread: thread === null ? null : threadJson(thread) }
  const sent = await postClaimed(workspace, claim, channel, intent, { signal, threadLeaseMs: replyLeaseMs })
  if (sent.kind === 'stopped') return later(workspace, claim, 'stopped', 0)
  if (sent.kind === 'taken') return sent
  if (sent.kind === 'refused') {
    log.warn('a digest was not posted', { ...fieldsOf(claim), code: sent.error.code })
    return refused(workspace, subscription, claim, sent.error, retries)
  }
  const { posted, recorded } = sent
  log.info('digest posted', fieldsOf(claim))
  const remembered = remember(workspace, subscription, posted, null, composed.recommendations)
  if (recorded && thread !== null)
    await postReplies(workspace, ownThread(claim, posted.ts), thread, { remembered, signal })
  else await remembered
  return { kind: 'posted', channel, ts: posted.ts }
}

function fieldsOf({ team, channel, id, slot, attempt }: Claim) {
  return { team, channel, delivery: id, slot, attempt }
}

async function later(
  { store, clock }: DigestWorkspace,
  claim: Claim,
  reason: Reason,
  ms: number,
): Promise<DeliveryResult> {
  const now = clock.now()
  await store.deliveries.release(claim, { retryAt: now.add({ milliseconds: ms }), reason }, now)
  return { kind: 'later', reason }
}

async function refused(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  error: PostError,
  retries: boolean,
): Promise<DeliveryResult> {
  const { store, clock } = workspace
  const { team, channel } = subscription
  const refusal = refusalOf(error)
  const { reason } = refusal
  switch (refusal.kind) {
    case 'wait':
      if (retries) return later(workspace, claim, reason, refusal.ms)
      return failed(workspace, claim, reason)
    case 'unknown': {
      const now = clock.now()
      const checkAt = now.add({ milliseconds: reconcileAfterMs })
      await store.deliveries.unknown(claim, { reason, checkAt }, now)
      return { kind: 'unknown', reason }
    }
    case 'disconnected':
      // Before it is free again: nobody else should try.
      await recordDisconnection(workspace, team, error)
      if (retries) return later(workspace, claim, reason, 0)
      return failed(workspace, claim, reason)
    case 'pause': {
      const notice = noticeAbout(workspace, subscription, { kind: 'paused', code: reason }, claim.slot)
      const ended = await store.deliveries.failedAndPaused(claim, reason, clock.now(), { notice })
      if (ended === 'paused')
        workspace.log.error('a digest was paused: Slack refused to post it', {
          team,
          channel,
          code: error.code,
          detail:
            'Mend the cause (invite the bot, unarchive the channel), then type /sightline digest resume there.',
        })
      return { kind: 'failed', reason }
    }
    case 'fail': {
      // The person who requested it sees the error in the answer.
      const asks = claim.askedBy === null && claim.alert === null
      const matter = { kind: 'not_posted', reason } as const
      const notice = asks ? noticeAbout(workspace, subscription, matter, claim.slot) : null
      return failed(workspace, claim, reason, notice)
    }
  }
}

async function failed(
  { store, clock }: DigestWorkspace,
  claim: Claim,
  reason: Reason,
  notice: NewNotice | null = null,
): Promise<DeliveryResult> {
  await store.deliveries.failed(claim, reason, clock.now(), { notice })
  return { kind: 'failed', reason }
}

import { explain } from '../../lib/problem.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { PostError } from '../../slack/port.ts'
import { type Claim, type NewNotice, type Subscription, threadClaimOf } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import { alertObstacle, composeAlert } from '../alerts/alert-delivery.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { composeDigest } from '../compose/compose.ts'
import type { DigestWorkspace } from '../workspace.ts'
import { countDigest } from './count.ts'
import { noticeAbout } from './notice-recipients.ts'
import { classifyPostError } from './post-failure.ts'
import { postClaimed, reconcileAfterMs, trackMessage } from './posting.ts'
import { replyLeaseMs } from './reply.ts'
import { postReplies, threadJson, threadOf } from './thread.ts'
import { askAboutWaiting, noteWaiting } from './waiting.ts'

/** How a delivery ended. `later`: it is retried. `taken`: another process has claimed it. */
export type DeliveryResult =
  | { readonly kind: 'posted'; readonly channel: string; readonly ts: string }
  /** Nothing has changed, and the digest is set to skip that. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'later'; readonly reason: Reason }
  | { readonly kind: 'unknown'; readonly reason: Reason }
  | { readonly kind: 'failed'; readonly reason: Reason }
  | { readonly kind: 'taken' }

export interface DeliverOptions {
  /** Whether the scheduler retries a delivery that has to wait. Otherwise it fails. */
  readonly retries: boolean
  /** Aborts composing and waiting. The next process continues the delivery or its thread. */
  readonly signal?: AbortSignal
}

/** Longer than composing takes: an API request takes at most 45 s. */
export const composeLeaseMs = 180_000
/** First delay after a temporary failure; doubled each time. */
const retryAfterMs = 60_000
const maxRetryMs = 900_000

/** Composes and posts a claimed delivery. */
export async function deliver(
  workspace: DigestWorkspace,
  subscription: Subscription,
  claim: Claim,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  if (claim.alert !== null) return deliverAlert(workspace, subscription, claim, options)
  let composed: ComposedDigest
  try {
    // A person who requests a digest gets it in full, even if nothing has changed.
    const short = claim.askedBy === null
    const composing = composeDigest(workspace, subscription, Temporal.Instant.from(claim.slot), { short })
    composed = await unlessAborted(composing, options.signal)
  } catch (error) {
    // Nothing was posted, so the next process may start immediately.
    if (options.signal?.aborted) return later(workspace, claim, 'stopped', 0)
    const { code, sentence } = explain(error)
    workspace.log.error('a digest could not be composed', { ...fieldsOf(claim), code, error })
    const reason = { code: 'not_composed', detail: sentence } as const
    if (!options.retries) return failed(workspace, claim, reason)
    const wait = Math.min(retryAfterMs * 2 ** (claim.attempt - 1), maxRetryMs)
    return later(workspace, claim, reason, wait)
  }
  await noteWaiting(workspace, subscription, composed.waiting, Temporal.Instant.from(claim.slot))
  if (claim.askedBy === null) await askAboutWaiting(workspace, subscription, composed.waiting)
  if (composed.quiet && subscription.onlyWhenChanged && claim.askedBy === null) {
    const now = workspace.clock.now()
    const skipped = await workspace.store.deliveries.skipped(claim, 'quiet', now)
    if (!countDigest(workspace, claim, 'quiet', skipped)) return { kind: 'taken' }
    await workspace.store.subscriptions.checkOwner(subscription.team, subscription.id, now)
    return { kind: 'quiet' }
  }
  return postComposed(workspace, subscription, claim, composed, options)
}

/** Posts an alert as recorded, unless it is turned off or in its quiet hours. */
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
  return countDigest(workspace, claim, 'skipped', skipped) ? { kind: 'quiet' } : { kind: 'taken' }
}

/**
 * Commits the intent, posts the digest, commits the result, then posts the replies. A post without an answer becomes
 * `unknown` and is looked up before it is posted again.
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
  const { main: message, statement } = composed
  const thread = threadOf(composed)
  const intent = { message, statement, thread: thread === null ? null : threadJson(thread) }
  const outcome = await postClaimed(workspace, claim, channel, intent, {
    signal,
    threadLeaseMs: replyLeaseMs,
  })
  if (outcome.kind === 'stopped') return later(workspace, claim, 'stopped', 0)
  if (outcome.kind === 'taken') return outcome
  if (outcome.kind === 'refused') {
    log.warn('a digest was not posted', { ...fieldsOf(claim), code: outcome.error.code })
    return refused(workspace, subscription, claim, outcome.error, retries)
  }
  const { posted, recorded } = outcome
  log.info('digest posted', fieldsOf(claim))
  const tracked = trackMessage(workspace, subscription, posted, null, composed.recommendations)
  if (recorded && thread !== null)
    await postReplies(workspace, threadClaimOf(claim, posted.ts), thread, { tracked, signal })
  else await tracked
  return { kind: 'posted', channel, ts: posted.ts }
}

function fieldsOf({ team, channel, id, slot, attempt }: Claim) {
  return { team, channel, delivery: id, slot, attempt }
}

async function later(
  workspace: DigestWorkspace,
  claim: Claim,
  reason: Reason,
  ms: number,
): Promise<DeliveryResult> {
  const { store, clock } = workspace
  const now = clock.now()
  const retry = { retryAt: now.add({ milliseconds: ms }), reason }
  countDigest(workspace, claim, 'retried', await store.deliveries.release(claim, retry, now))
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
  const failure = classifyPostError(error)
  const { reason } = failure
  switch (failure.kind) {
    case 'wait':
      if (retries) return later(workspace, claim, reason, failure.ms)
      return failed(workspace, claim, reason)
    case 'unknown': {
      const now = clock.now()
      const checkAt = now.add({ milliseconds: reconcileAfterMs })
      const recorded = await store.deliveries.unknown(claim, { reason, checkAt }, now)
      countDigest(workspace, claim, 'unknown', recorded)
      return { kind: 'unknown', reason }
    }
    case 'disconnected':
      if (retries) return later(workspace, claim, reason, 0)
      return failed(workspace, claim, reason)
    case 'pause': {
      const notice = noticeAbout(workspace, subscription, { kind: 'paused', code: reason }, claim.slot)
      const ended = await store.deliveries.failedAndPaused(claim, reason, clock.now(), { notice })
      countDigest(workspace, claim, 'failed', ended !== 'void')
      if (ended === 'paused')
        workspace.log.error('a digest was paused: Slack refused to post it', {
          team,
          channel,
          code: error.code,
          detail:
            'Fix the cause (invite the bot, unarchive the channel), then type /sightline digest resume there.',
        })
      return { kind: 'failed', reason }
    }
    case 'fail': {
      // A person who requested the digest sees the error in the reply.
      const isScheduled = claim.askedBy === null && claim.alert === null
      const matter = { kind: 'not_posted', reason } as const
      const notice = isScheduled ? noticeAbout(workspace, subscription, matter, claim.slot) : null
      return failed(workspace, claim, reason, notice)
    }
  }
}

async function failed(
  workspace: DigestWorkspace,
  claim: Claim,
  reason: Reason,
  notice: NewNotice | null = null,
): Promise<DeliveryResult> {
  const { store, clock } = workspace
  countDigest(
    workspace,
    claim,
    'failed',
    await store.deliveries.failed(claim, reason, clock.now(), { notice }),
  )
  return { kind: 'failed', reason }
}

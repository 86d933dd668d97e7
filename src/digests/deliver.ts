import { awaitTurn } from '../channels/turn.ts'
import { explain } from '../problem.ts'
import { PostError } from '../slack/port.ts'
import { type Claim, ownThread, type Subscription } from '../store/index.ts'
import type { ComposedDigest } from './compose.ts'
import { composeDigest } from './composing.ts'
import { noteDisconnected } from './connection.ts'
import type { DigestDeps } from './deps.ts'
import { tellNotPosted, tellPaused } from './notices.ts'
import { recordPosted, remember } from './posting.ts'
import { refusalOf } from './refusal.ts'
import { replyLeaseMs } from './reply.ts'
import { goOn, threadJson, threadOf } from './thread.ts'
import { unlessAborted } from './unless-aborted.ts'

/** How a delivery ended. `later`: Slack asked to wait, or composing failed; it is tried again. */
export type DeliveryResult =
  | { readonly kind: 'posted'; readonly channel: string; readonly ts: string }
  /** Nothing had changed, and the digest is one that says nothing then. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string }
  | { readonly kind: 'taken' }

export interface DeliverOptions {
  /** Whether somebody will come back for a delivery that has to wait; else it ends as failed. */
  readonly retries: boolean
  /** Ends composing and the wait for Slack's pace; the delivery, or what follows it, is then free for the next process. */
  readonly signal?: AbortSignal
}

/** Longer than composing can take: each API question has 45 s at most. */
export const composeLeaseMs = 180_000
/** Longer than posting can take: each of its three forms has 10 s at most. */
const postLeaseMs = 60_000
/** Leaving later than this, a post could be applied when the lease has run out and somebody looks for it. */
const leaveWithinMs = 10_000
/** Slack may apply a post some seconds after it gave up on the answer. */
const lookUpAfterMs = 15_000
/** After a failure that passes by itself; twice as long each time. */
const retryAfterMs = 60_000
const longestRetryMs = 900_000

/** The reason that stands for "nothing to say" in a skipped delivery. */
export const quietReason = 'quiet'

/** Delivers what was claimed: composes it, and posts it. */
export async function deliver(
  deps: DigestDeps,
  subscription: Subscription,
  claim: Claim,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  if (claim.alert !== null) return deliverAlert(deps, subscription, claim, options)
  let composed: ComposedDigest
  try {
    // Who asks for a digest wants to see it, whatever it says.
    const short = claim.askedBy === null
    const composing = composeDigest(deps, subscription, Temporal.Instant.from(claim.slot), { short })
    composed = await unlessAborted(composing, options.signal)
  } catch (error) {
    // Nothing has been said yet: whoever comes next may begin at once.
    if (options.signal?.aborted) return later(deps, claim, 'Sightline was stopped', 0)
    const { code, sentence } = explain(error)
    deps.log.error('a digest could not be composed', { ...fieldsOf(claim), code, error })
    if (!options.retries) return failed(deps, claim, sentence, code)
    const wait = Math.min(retryAfterMs * 2 ** (claim.attempt - 1), longestRetryMs)
    return later(deps, claim, sentence, wait)
  }
  if (composed.quiet && subscription.onlyWhenChanged && claim.askedBy === null) {
    const now = deps.clock.now()
    const skipped = await deps.store.deliveries.skipped(claim, quietReason, now)
    if (!skipped) return { kind: 'taken' }
    await deps.store.subscriptions.checkOwner(subscription.team, subscription.id, now)
    return { kind: 'quiet' }
  }
  return postComposed(deps, subscription, claim, composed, options)
}

/** An alert says what was found when it was claimed, outside of its quiet hours, as long as anybody wants it. */
async function deliverAlert(
  deps: DigestDeps,
  subscription: Subscription,
  claim: Claim,
  options: DeliverOptions,
): Promise<DeliveryResult> {
  const { alertObstacle, composedAlert } = await import('./alert-post.ts')
  const now = deps.clock.now()
  const obstacle = alertObstacle(claim, subscription, now)
  if (obstacle?.kind === 'later')
    return later(deps, claim, 'quiet hours', obstacle.until.epochMilliseconds - now.epochMilliseconds)
  const composed = obstacle === null ? composedAlert(claim) : null
  if (composed !== null) return postComposed(deps, subscription, claim, composed, options)
  const skipped = await deps.store.deliveries.skipped(claim, obstacle?.reason ?? 'nothing to tell', now)
  return skipped ? { kind: 'quiet' } : { kind: 'taken' }
}

/**
 * Commits the intent, posts, commits the result with the reddit ledger, then the thread. A post without an answer
 * becomes `unknown`: it is looked up before anybody posts it again.
 */
export async function postComposed(
  deps: DigestDeps,
  subscription: Subscription,
  claim: Claim,
  composed: ComposedDigest,
  { retries, signal }: DeliverOptions,
): Promise<DeliveryResult> {
  const { store, clock, log } = deps
  const { channel } = subscription
  try {
    await awaitTurn(deps, subscription, signal)
  } catch (error) {
    if (!signal?.aborted) throw error
    return later(deps, claim, 'Sightline was stopped', 0)
  }
  const begun = clock.now()
  const { ledger, figures } = composed
  const thread = threadOf(composed)
  const kept = thread === null ? null : threadJson(thread)
  const intent = { ledger, figures, thread: kept, leaseMs: postLeaseMs }
  if (!(await store.deliveries.beginPost(claim, intent, begun))) return { kind: 'taken' }
  // This process may be held up from here on: somebody else settles the delivery then.
  const leaveBy = begun.epochMilliseconds + leaveWithinMs
  const mayLeave = () => clock.now().epochMilliseconds < leaveBy
  let posted: Awaited<ReturnType<typeof deps.poster.post>>
  try {
    posted = await deps.poster.post(channel, composed.main, { deliveryId: claim.id, mayLeave })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a digest was not posted', { ...fieldsOf(claim), code: error.code })
    return refused(deps, subscription, claim, error, retries)
  }
  const recorded = await recordPosted(deps, claim, posted.ts, replyLeaseMs)
  log.info('digest posted', fieldsOf(claim))
  const remembered = remember(deps, subscription, posted, null, composed.recommendations)
  if (recorded && thread !== null)
    await goOn(deps, ownThread(claim, posted.ts), thread, { remembered, signal })
  else await remembered
  return { kind: 'posted', channel, ts: posted.ts }
}

function fieldsOf({ team, channel, id, slot, attempt }: Claim) {
  return { team, channel, delivery: id, slot, attempt }
}

async function later(
  { store, clock }: DigestDeps,
  claim: Claim,
  reason: string,
  ms: number,
): Promise<DeliveryResult> {
  const now = clock.now()
  await store.deliveries.release(claim, { retryAt: now.add({ milliseconds: ms }), reason }, now)
  return { kind: 'later', reason }
}

async function refused(
  deps: DigestDeps,
  subscription: Subscription,
  claim: Claim,
  error: PostError,
  retries: boolean,
): Promise<DeliveryResult> {
  const { store, clock } = deps
  const { team, id } = subscription
  const { code } = error
  const refusal = refusalOf(error)
  switch (refusal.kind) {
    case 'wait':
      if (retries) return later(deps, claim, code, refusal.ms)
      return failed(deps, claim, code, code)
    case 'unknown': {
      const now = clock.now()
      const checkAt = now.add({ milliseconds: lookUpAfterMs })
      await store.deliveries.unknown(claim, { reason: code, checkAt }, now)
      return { kind: 'unknown', reason: code }
    }
    case 'disconnected':
      // Before it is free again: nobody else should try.
      await noteDisconnected(deps, team, error)
      if (retries) return later(deps, claim, code, 0)
      return failed(deps, claim, code, code)
    case 'pause':
      if (
        (await store.subscriptions.pause(team, id, code, clock.now())) &&
        !(await tellPaused(deps, subscription, claim, code))
      ) {
        // Nobody knows of the pause: whoever posts it next pauses it again, and tells.
        await store.subscriptions.resume(team, id, clock.now())
        if (retries) return later(deps, claim, code, 0)
      }
      return failed(deps, claim, code, code)
    case 'fail':
      // Whoever asked for it reads it in the answer.
      if (claim.askedBy === null && claim.alert === null) {
        const told = await tellNotPosted(deps, subscription, claim, `Slack refused it (${code}).`)
        if (!told && retries) return later(deps, claim, code, 0)
      }
      return failed(deps, claim, code, code)
  }
}

async function failed(
  { store, clock }: DigestDeps,
  claim: Claim,
  reason: string,
  code: string,
): Promise<DeliveryResult> {
  await store.deliveries.failed(claim, reason, clock.now())
  return { kind: 'failed', reason, code }
}

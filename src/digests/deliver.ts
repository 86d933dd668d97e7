import type { AnalyticsApi } from '../api/index.ts'
import type { Message } from '../blocks/message.ts'
import { type ChannelDefaults, channelScope } from '../channels/scope.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { explain } from '../problem.ts'
import { PostError, type Poster } from '../slack/port.ts'
import type { Claim, LedgerEntry, Store, Subscription } from '../store/index.ts'
import { rewriteCopies } from '../tasks/copies.ts'
import { taskState } from '../tasks/state.ts'
import { type ComposedDigest, composeDigest } from './compose.ts'

export interface DigestDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly defaults: ChannelDefaults
}

/** How a delivery ended. `later`: Slack asked to wait, or composing failed; it is tried again. */
export type DeliveryResult =
  | { readonly kind: 'posted'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string }
  | { readonly kind: 'taken' }

/** Longer than composing and posting can take: each API question has 45 s at most, Slack 10 s. */
const leaseMs = 180_000
/** After a failure that passes by itself. */
const retryAfterMs = 60_000

/** Slack's words for "not here, and waiting won't help": the subscription is paused until somebody mends it. */
export const terminalCodes: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'missing_scope',
])

/**
 * Delivers one slot of a subscription: claim, compose, commit the intent, post, commit the result with the reddit
 * ledger, then the thread. A post without an answer becomes `unknown` and is never repeated by itself.
 *
 * @param retries whether somebody will come back for a delivery that has to wait; else it ends as failed
 */
export async function deliver(
  deps: DigestDeps,
  subscription: Subscription,
  slot: Temporal.Instant,
  { retries }: { readonly retries: boolean } = { retries: true },
): Promise<DeliveryResult> {
  const { store, clock, log } = deps
  const { team, channel } = subscription
  const claim = await store.deliveries.claim({
    team,
    subscriptionId: subscription.id,
    slot,
    channel,
    leaseMs,
    now: clock.now(),
  })
  if (claim === null) return { kind: 'taken' }
  const fields = { team, channel, delivery: claim.id, slot: slot.toString(), attempt: claim.attempt }

  let composed: ComposedDigest
  try {
    composed = await composeDigest(
      deps,
      subscription,
      slot,
      await channelScope(store, deps.defaults, team, channel),
    )
  } catch (error) {
    const { code, sentence } = explain(error)
    log.error('a digest could not be composed', { ...fields, code, error })
    return retries ? later(deps, claim, sentence, retryAfterMs) : failed(deps, claim, sentence, code)
  }

  if (!(await store.deliveries.beginPost(claim, clock.now()))) return { kind: 'taken' }
  let posted: Awaited<ReturnType<Poster['post']>>
  try {
    posted = await deps.poster.post(channel, composed.main, { deliveryId: claim.id })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('a digest was not posted', { ...fields, code: error.code })
    return refused(deps, subscription, claim, error, retries)
  }
  await recordPosted(deps, claim, { messageTs: posted.ts, ledger: composed.ledger })
  log.info('digest posted', fields)
  await remember(deps, subscription, posted.message, posted.ts, null, composed)
  await postReplies(deps, subscription, posted.ts, composed)
  return { kind: 'posted', channel, ts: posted.ts }
}

/** So often, a second apart, the record of a post is tried before the start of the next process has to settle it. */
const recordTries = 5

/**
 * The message is in the channel, whatever the database says: a record that fails is tried again, which may be repeated
 * with the same `ts`.
 */
async function recordPosted(
  { store, clock, log }: DigestDeps,
  claim: Claim,
  result: { readonly messageTs: string; readonly ledger: readonly LedgerEntry[] | null },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      if (await store.deliveries.posted(claim, result, clock.now())) return
      log.error('a digest was posted under a claim that was void by then', {
        team: claim.team,
        channel: claim.channel,
        delivery: claim.id,
      })
      return
    } catch (error) {
      if (tries === recordTries) throw error
      await clock.sleep(1_000)
    }
  }
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
  const { store, clock, log } = deps
  if (error.outcome === 'rate_limited' && retries)
    return later(deps, claim, error.code, (error.retryAfterSeconds ?? 1) * 1000)
  if (error.outcome === 'unknown') {
    await store.deliveries.unknown(claim, error.code, clock.now())
    return { kind: 'unknown', reason: error.code }
  }
  if (terminalCodes.has(error.code)) {
    const { team, channel, id } = subscription
    if (await store.subscriptions.pause(team, id, error.code, clock.now()))
      log.error('the digest of this channel is paused: Slack refused it', {
        team,
        channel,
        code: error.code,
        detail:
          'Mend the cause (invite the bot, unarchive the channel), then type /sightline digest now there.',
      })
  }
  return failed(deps, claim, error.code, error.code)
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

/** The thread is an addition: when a reply can't be posted, the digest itself stands. */
async function postReplies(
  deps: DigestDeps,
  subscription: Subscription,
  threadTs: string,
  composed: ComposedDigest,
): Promise<void> {
  for (const reply of composed.replies) {
    try {
      const posted = await postPatiently(deps, subscription.channel, reply, threadTs)
      await remember(deps, subscription, posted.message, posted.ts, threadTs, composed)
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      deps.log.warn('a reply of a digest was not posted', {
        team: subscription.team,
        channel: subscription.channel,
        code: error.code,
      })
      return
    }
  }
}

/** So often a reply waits as long as Slack asks. */
const replyTries = 5

async function postPatiently(
  { poster, clock }: DigestDeps,
  channel: string,
  reply: Message,
  threadTs: string,
): ReturnType<Poster['post']> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await poster.post(channel, reply, { threadTs })
    } catch (error) {
      if (!(error instanceof PostError) || error.outcome !== 'rate_limited' || tries === replyTries)
        throw error
      await clock.sleep((error.retryAfterSeconds ?? 1) * 1_000)
    }
  }
}

/** So that a task created from any copy is written into this one, too. */
async function remember(
  deps: DigestDeps,
  { team, channel }: Subscription,
  message: Message,
  ts: string,
  threadTs: string | null,
  { recommendations }: ComposedDigest,
): Promise<void> {
  const { store, clock } = deps
  const blocks = JSON.stringify(message.blocks)
  const shown = recommendations.filter(({ resultId }) =>
    blocks.includes(JSON.stringify(resultId).slice(1, -1)),
  )
  if (shown.length === 0) return
  await store.messages.remember(
    { team, channel, ts, kind: 'digest', threadTs, text: message.text, blocks: message.blocks },
    shown,
    clock.now(),
  )
  // Somebody may have created a task while this digest was on its way.
  for (const { organizationId, workspaceId, resultId, task } of shown) {
    const ref = { team, organizationId, workspaceId, resultId }
    const now = taskState(await store.tasks.latest(ref))
    if (JSON.stringify(now) !== JSON.stringify(task)) await rewriteCopies(deps, ref, { channel, ts })
  }
}

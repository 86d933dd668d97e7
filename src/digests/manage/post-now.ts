import { reasonAdvice, reasonWords } from '../../blocks/digests/reasons.ts'
import { Problem } from '../../lib/problem.ts'
import type { Delivery, DigestSettings, SlotPlan, Subscription } from '../../store/index.ts'
import { composeLeaseMs, deliver } from '../deliver/deliver.ts'
import { isPausedBySlack } from '../deliver/post-failure.ts'
import { planOf } from '../schedule/slot-plan.ts'
import type { DigestWorkspace } from '../workspace.ts'

/** A second digest so soon after the first is a double click, or Slack delivering the command again. */
const minIntervalSeconds = 60

interface Asker {
  readonly team: string
  readonly channel: string
  /** Slack user id. */
  readonly user: string
}

/**
 * Posts a channel's digest now, outside its schedule, with the same guarantees as a scheduled one.
 *
 * @param which one of the channel's digests; `null`: its first one, or where it has none, one with these settings
 * @throws {Problem} when nothing was posted, or nobody knows whether it was
 */
export async function postDigestNow(
  workspace: DigestWorkspace,
  asker: Asker,
  which: string | null,
  otherwise: DigestSettings,
): Promise<{ readonly channel: string; readonly ts: string }> {
  const { store, clock } = workspace
  const { team, channel, user } = asker
  const now = clock.now()
  const subscription =
    which === null
      ? await store.subscriptions.forManualDigest({ ...otherwise, team, channel }, user, now)
      : await digestOf(workspace, asker, which)
  const { id } = subscription
  await planSlots(workspace, subscription, now)
  const [last] = await store.deliveries.history({ team, subscriptionId: id }, { limit: 1, offset: 0 })
  const done = last?.state === 'posting' || last?.state === 'posted' || last?.state === 'unknown'
  if (done && secondsSince(last.createdAt, now) < minIntervalSeconds)
    throw new Problem(
      'digest_just_posted',
      'This digest was posted, or is being posted, just now. Wait a minute to post another one.',
    )

  // A scheduled digest that waits for its next try is posted instead of a second one.
  const waiting = last?.state === 'pending'
  const slot = waiting ? Temporal.Instant.from(last.slot) : slotAt(now, last)
  const claim = await store.deliveries.claim({
    team,
    subscriptionId: id,
    slot,
    channel,
    askedBy: user,
    leaseMs: composeLeaseMs,
    now,
  })
  const result =
    claim === null
      ? { kind: 'taken' as const }
      : await deliver(workspace, subscription, claim, { retries: waiting })
  switch (result.kind) {
    case 'posted':
      // It was paused because Slack refused; now that Slack takes it again, the schedule goes on.
      if (isPausedBySlack(subscription.pausedReason)) await store.subscriptions.resume(team, id, now)
      return result
    case 'quiet':
      throw new Problem(
        'digest_quiet',
        'Nothing has changed since the last digest, so there is nothing to post.',
      )
    case 'taken':
      throw waiting
        ? new Problem(
            'digest_waiting',
            `The scheduled digest has not been posted yet (${waitingReason(last)}). It is tried again by itself within a minute or two.`,
          )
        : new Problem(
            'digest_taken',
            'The digest of this minute is being posted already. Look into the channel.',
          )
    case 'unknown':
      throw new Problem(
        'digest_unknown',
        "Slack didn't say whether it took the digest. Look into the channel before you post it again.",
      )
    case 'later':
    case 'failed':
      throw new Problem('digest_failed', reasonAdvice(result.reason))
  }
}

/** A slot that has just come is planned first: its digest is posted instead of a second one, and tried again if it fails. */
async function planSlots(
  { store, graceHours }: DigestWorkspace,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<void> {
  if (subscription.state !== 'active') return
  let plan: SlotPlan
  try {
    plan = planOf(subscription, now, graceHours)
  } catch {
    // The schedule tells its owner that it can't be read.
    return
  }
  await store.deliveries.plan([plan], now)
}

/** No schedule has such slots: whatever becomes of this one, the schedule's own is still to come. */
const manualSlotOffset = { milliseconds: 2 }

/**
 * The minute, so that two deliveries of the same command meet the same slot; a second later than one that has come to
 * nothing in it.
 */
function slotAt(now: Temporal.Instant, last: Delivery | undefined): Temporal.Instant {
  const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' }).add(manualSlotOffset)
  const isTaken = last !== undefined && Temporal.Instant.compare(last.slot, minute) >= 0
  return isTaken ? Temporal.Instant.from(last.slot).add({ seconds: 1 }) : minute
}

function waitingReason({ reason }: Delivery): string {
  if (reason === null) return 'it is being put together'
  return reasonWords(reason)
}

/** One of the channel's digests. @throws {Problem} when it is none */
export async function digestOf(
  { store }: Pick<DigestWorkspace, 'store'>,
  { team, channel }: Pick<Asker, 'team' | 'channel'>,
  id: string,
): Promise<Subscription> {
  const found = await store.subscriptions.get(team, id)
  if (found === null || found.state === 'deleted' || found.channel !== channel)
    throw new Problem('digest_gone', 'There is no such digest in this channel any more.', {
      suggestion: 'digest list',
    })
  return found
}

function secondsSince(instant: string, now: Temporal.Instant): number {
  return now.since(Temporal.Instant.from(instant)).total('seconds')
}

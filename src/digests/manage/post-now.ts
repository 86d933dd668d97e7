import { reasonAdvice, reasonWords } from '../../blocks/digests/reasons.ts'
import { Problem } from '../../lib/problem.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import { composeLeaseMs, deliverOwed } from '../../outbox/deliver.ts'
import { isPausedBySlack } from '../../outbox/kind.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  auditEntry,
  digestOwed,
  type OutboxRow,
  type SlotPlan,
  type Subscription,
} from '../../store/index.ts'
import { digestKind } from '../deliver/digest.ts'
import { planOf } from '../schedule/slots.ts'

/** A second request within this time is a double click, or a repeated delivery of the command. */
const minIntervalSeconds = 60
/** After this long, nobody expects the digest any more. */
const expectedForMinutes = 10

/** With the guarantees of a scheduled digest. @throws {Problem} when nothing was posted, or the outcome is unknown */
export async function postNow(
  workspace: Workspace,
  place: ChannelAndUser,
  id: string,
): Promise<{ readonly channel: string; readonly ts: string }> {
  const { store, clock } = workspace
  const { team, channel, user } = place
  const now = clock.now()
  const subscription = await digestOf(workspace, place, id)
  await planSlots(workspace, subscription, now)
  const [last] = await store.outbox.list({ team, subject: id }, ['digest'], { limit: 1 })
  const isSent = last?.state === 'sending' || last?.state === 'sent' || last?.state === 'unknown'
  // A scheduled one may have waited long before it was sent.
  const sentAt = isSent ? (last.endedAt ?? last.begunAt ?? last.createdAt) : null
  if (sentAt !== null && now.since(sentAt).total('seconds') < minIntervalSeconds)
    throw new Problem(
      'digest_just_posted',
      'This digest was posted just now, or is being posted. Wait a minute to post another one.',
    )

  // A pending scheduled digest is posted instead of a second one.
  const isPending = last?.state === 'ready'
  const slot = isPending ? Temporal.Instant.from(last.since) : slotAt(now, last)
  const owed = digestOwed({ team, subscriptionId: id, channel }, slot)
  // If this process ends, another one posts it while the person may still expect it.
  const lateAt = now.add({ minutes: expectedForMinutes })
  const row = await store.outbox.enqueueClaimed({ ...owed, askedBy: user, lateAt }, composeLeaseMs, now)
  const result =
    row === null
      ? { state: 'taken' as const }
      : await deliverOwed(workspace, digestKind, row, { retries: isPending })
  switch (result.state) {
    case 'sent':
      workspace.outbox.wake()
      await store.audit.record(auditEntry(place, 'digest.now', id, 'posted'), clock.now())
      // Slack accepts posts again, so a digest that its refusal paused is resumed.
      if (isPausedBySlack(subscription.pausedReason)) await store.subscriptions.resume(team, id, now)
      return result
    case 'skipped':
      // A scheduled one that was late, had nothing new, or whose digest was just paused: this request is another one.
      return postNow(workspace, place, id)
    case 'taken':
      throw isPending
        ? new Problem(
            'digest_waiting',
            `The scheduled digest has not been posted yet (${last.reason === null ? 'it’s being prepared' : reasonWords(last.reason)}). It’s retried automatically.`,
          )
        : new Problem('digest_taken', 'This digest is already being posted. Check the channel.')
    case 'unknown':
      throw new Problem(
        'digest_unknown',
        'Slack didn’t confirm the digest. Check the channel before you post it again.',
      )
    case 'later':
    case 'failed':
      throw new Problem('digest_failed', reasonAdvice(result.reason))
  }
}

/** Plans slots that have just become due, so that one of them is posted (and retried) instead of a second digest. */
async function planSlots(
  { store, graceHours }: Workspace,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<void> {
  if (subscription.state !== 'active') return
  let plan: SlotPlan
  try {
    plan = planOf(subscription, now, graceHours)
  } catch {
    // The scheduler notifies the owner of an unreadable schedule.
    return
  }
  await store.subscriptions.plan([plan], now)
}

/** Keeps manual slots apart from those of any schedule. */
const manualSlotOffset = { milliseconds: 2 }

/** The current minute, so that repeated deliveries get the same slot; one second later if that slot is used. */
function slotAt(now: Temporal.Instant, last: OutboxRow | undefined): Temporal.Instant {
  const minute = now.round({ smallestUnit: 'minute', roundingMode: 'floor' }).add(manualSlotOffset)
  const isTaken = last !== undefined && Temporal.Instant.compare(last.since, minute) >= 0
  return isTaken ? Temporal.Instant.from(last.since).add({ seconds: 1 }) : minute
}

/** One of the channel's digests. @throws {Problem} if there is no such digest in the channel */
export async function digestOf(
  { store }: Pick<Workspace, 'store'>,
  { team, channel }: Pick<ChannelAndUser, 'team' | 'channel'>,
  id: string,
): Promise<Subscription> {
  const subscription = await store.subscriptions.get(team, id)
  if (subscription === null || subscription.state === 'deleted' || subscription.channel !== channel)
    throw digestGone('This digest is no longer in this channel.')
  return subscription
}

export function digestGone(sentence = 'This digest has been deleted.'): Problem {
  return new Problem('digest_gone', sentence, { suggestion: 'digest list' })
}

import type { Clock } from '../../lib/clock.ts'
import type { ChannelDigest, LastRun } from '../../model/digest.ts'
import type { OutboxRow, Store, Subscription } from '../../store/index.ts'
import { formatSchedule } from '../schedule/format.ts'
import { nextSlots } from '../schedule/slots.ts'
import { digestScope } from './digest-name.ts'
import { digestState } from './history-page.ts'

/** The audit entry for a digest paused by a person. */
export const pausedByHand = { action: 'digest.pause', outcome: 'paused' } as const

/** How many next runs of a digest are listed. */
export const nextRunsShown = 2

interface DescribingWorkspace {
  readonly store: Pick<Store, 'channels' | 'outbox' | 'audit'>
  readonly clock: Clock
}

/** Digests with their schedules, next runs and last run, for views. Keeps the order. */
export function describeDigests(
  workspace: DescribingWorkspace,
  digests: readonly Subscription[],
): Promise<readonly ChannelDigest[]> {
  return Promise.all(digests.map((digest) => describeDigest(workspace, digest)))
}

export async function describeDigest(
  { store, clock }: DescribingWorkspace,
  subscription: Subscription,
): Promise<ChannelDigest> {
  const { team, id, channel, name, schedule, alerts, state, pausedReason, pausedAt } = subscription
  const [newest] = await store.outbox.list({ team, subject: id }, ['digest'], { limit: 1, offset: 0 })
  const settings = await store.channels.get(team, channel)
  const paused = state !== 'active'
  return {
    id,
    channel,
    name,
    scope: digestScope(subscription, settings?.filterNames ?? []),
    schedule: formatSchedule(schedule),
    alerts,
    pausedFor: paused ? (pausedReason ?? 'not_recorded') : null,
    pausedAt,
    pausedBy:
      paused && pausedReason === 'paused_by_hand'
        ? await store.audit.lastUser({ team, channel, subject: id, ...pausedByHand })
        : null,
    nextRuns: paused ? [] : nextRuns(subscription, clock.now(), nextRunsShown),
    last: newest === undefined ? null : lastRun(newest),
  }
}

/** A slot that is due but not planned yet comes first. */
function nextRuns(
  { schedule, plannedUntil }: Subscription,
  now: Temporal.Instant,
  count: number,
): readonly string[] {
  const upcoming = nextSlots(schedule, now, count).map(String)
  const due = (plannedUntil === null ? [] : nextSlots(schedule, Temporal.Instant.from(plannedUntil), 1))
    .filter((slot) => Temporal.Instant.compare(slot, now) <= 0)
    .map(String)
  return [...due, ...upcoming].slice(0, count)
}

function lastRun(row: OutboxRow): LastRun {
  const { since, reason, ts, endedAt } = row
  return { state: digestState(row), at: endedAt ?? since, reason, messageTs: ts }
}

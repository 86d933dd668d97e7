import type { ChannelAndUser } from '../../model/channel.ts'
import type { ChannelDigest, DigestState, HistoryPage, LastRun } from '../../model/digest.ts'
import { messageLink, type Workspace } from '../../slack/workspace.ts'
import { digestKinds, type OutboxRow, type Subscription } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import type { AlertIntent } from '../alerts/check-alerts.ts'
import { formatSchedule, nextSlots } from '../schedule/slots.ts'
import { digestScope } from './digest-name.ts'
import { digestOf } from './post-now.ts'

/** The audit entry for a digest paused by a person. */
export const pausedByHand = { action: 'digest.pause', outcome: 'paused' } as const

const nextRunsShown = 2

type DescribingWorkspace = Pick<Workspace, 'store' | 'clock'>

/** Digests with their schedules, next runs and last run, for views. Keeps the order. */
export function describeDigests(workspace: DescribingWorkspace, digests: readonly Subscription[]) {
  return Promise.all(digests.map((digest) => describeDigest(workspace, digest)))
}

export async function describeDigest(
  { store, clock }: DescribingWorkspace,
  subscription: Subscription,
): Promise<ChannelDigest> {
  const { team, id, channel, name, schedule, alerts, state, pausedReason, pausedAt } = subscription
  const [newest] = await store.outbox.list({ team, subject: id }, ['digest'], { limit: 1 })
  const settings = await store.channels.get(team, channel)
  const paused = state !== 'active'
  const [pause] =
    paused && pausedReason === 'paused_by_hand'
      ? await store.audit.forChannel(team, channel, { limit: 1, offset: 0 }, { subject: id, ...pausedByHand })
      : []
  return {
    id,
    channel,
    name,
    scope: digestScope(subscription, settings?.filterNames ?? []),
    schedule: formatSchedule(schedule),
    alerts,
    pausedFor: paused ? (pausedReason ?? 'not_recorded') : null,
    pausedAt,
    pausedBy: pause?.user ?? null,
    nextRuns: paused ? [] : nextRuns(subscription, clock.now()),
    last: newest === undefined ? null : lastRun(newest),
  }
}

/** A slot that is due but not planned yet comes first. */
function nextRuns({ schedule, plannedUntil }: Subscription, now: Temporal.Instant): readonly string[] {
  const upcoming = nextSlots(schedule, now, nextRunsShown).map(String)
  const due = (plannedUntil === null ? [] : nextSlots(schedule, Temporal.Instant.from(plannedUntil), 1))
    .filter((slot) => Temporal.Instant.compare(slot, now) <= 0)
    .map(String)
  return [...due, ...upcoming].slice(0, nextRunsShown)
}

function lastRun(row: OutboxRow): LastRun {
  const { since, reason, ts, endedAt } = row
  return { state: digestState(row), at: endedAt ?? since, reason, messageTs: ts }
}

const pageSize = 10

/** The newest slots first. @param id one of the channel's digests; `null`: all of them, including deleted ones */
export async function historyPage(
  workspace: Pick<Workspace, 'store' | 'url'>,
  place: ChannelAndUser,
  id: string | null,
  page: number,
): Promise<HistoryPage> {
  const { store } = workspace
  const { team, channel } = place
  if (id !== null) await digestOf(workspace, place, id)
  const scope = id === null ? { team, channel } : { team, subject: id }
  // One more than is shown, to see whether there are older ones.
  const window = { limit: pageSize + 1, offset: (page - 1) * pageSize }
  const rows = await store.outbox.list(scope, digestKinds, window)
  const shown = rows.slice(0, pageSize)
  const ids = [...new Set([...shown.map(({ subject }) => subject), ...(id === null ? [] : [id])])]
  const digests = await Promise.all(ids.map((one) => store.subscriptions.get(team, one)))
  const nameOf = (one: string) => digests[ids.indexOf(one)]?.name ?? ''
  return {
    channel,
    of: id === null ? null : { id, name: nameOf(id) },
    lines: shown.map((row) => ({
      deliveryId: row.id,
      name: nameOf(row.subject),
      slot: row.since,
      askedBy: row.askedBy,
      alert: headlineOf(row),
      finishedAt: row.endedAt,
      tookMs: tookMs(row),
      state: digestState(row),
      reason: reasonOf(row),
      link: row.state === 'sent' ? messageLink(workspace, row.channel, row.ts ?? '') : null,
    })),
    page,
    hasOlder: rows.length > pageSize,
  }
}

/** How far a digest or an alert is, in the words of its history. */
export function digestState({ state }: OutboxRow): DigestState {
  if (state === 'sent') return 'posted'
  return state === 'held' || state === 'ready' || state === 'sending' ? 'pending' : state
}

/** Why it was not posted; `null`: it was, or it isn't settled yet. */
function reasonOf(row: OutboxRow): Reason | null {
  const state = digestState(row)
  if (state === 'posted') return null
  return row.reason ?? (state === 'pending' ? null : 'not_recorded')
}

function headlineOf({ kind, about }: OutboxRow): string | null {
  const alert: AlertIntent | null = kind === 'alert' ? JSON.parse(about) : null
  return alert?.headline ?? null
}

function tookMs({ claimedAt, endedAt }: OutboxRow): number | null {
  if (claimedAt === null || endedAt === null) return null
  return Temporal.Instant.from(claimedAt).until(endedAt).total('milliseconds')
}

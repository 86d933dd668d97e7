import type { AlertSettings, Delivery, Schedule, Store, Subscription } from '../../store/index.ts'

/** When digests come. It is the digests' own knowledge; the composition root passes it in. */
export interface DigestCalendar {
  /** `every Monday at 09:00, Europe/Paris` */
  inWords(schedule: Schedule): string
  /** The next runs after that moment, the nearest first. */
  next(schedule: Schedule, after: Temporal.Instant, count: number): readonly Temporal.Instant[]
}

/** What became of a digest's newest slot. */
export interface LastRun {
  readonly state: Delivery['state']
  /** ISO 8601 instant: when it ended; of one under way, its slot. */
  readonly at: string
  readonly reason: string | null
  /** Slack's `ts` of the message, where it was posted. */
  readonly messageTs: string | null
}

/** A digest as people look at it. Times are ISO 8601 instants. */
export interface ChannelDigest {
  readonly id: string
  readonly channel: string
  readonly name: string
  /** When it comes, in words, with its time zone. */
  readonly schedule: string
  /** What it tells between its runs; quiet hours are in the schedule's zone. */
  readonly alerts: AlertSettings
  /** Slack's error code, a code of ours, or a sentence; `null`: it runs. */
  readonly pausedFor: string | null
  readonly pausedAt: string | null
  /** Nearest first; empty while it is paused. */
  readonly nextRuns: readonly string[]
  /** `null`: it has never run. */
  readonly last: LastRun | null
}

/**
 * The same subscriptions, in the same order, as people look at them.
 * @param runs how many of the next runs are told
 */
export async function describeDigests(
  { store, calendar }: { readonly store: Pick<Store, 'deliveries'>; readonly calendar: DigestCalendar },
  subscriptions: readonly Subscription[],
  now: Temporal.Instant,
  runs: number,
): Promise<readonly ChannelDigest[]> {
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { team, id, channel, name, schedule, alerts, state, pausedReason, pausedAt } = subscription
      const [newest] = await store.deliveries.history({ team, subscriptionId: id }, { limit: 1, offset: 0 })
      const paused = state !== 'active'
      return {
        id,
        channel,
        name,
        schedule: calendar.inWords(schedule),
        alerts,
        pausedFor: paused ? (pausedReason ?? '') : null,
        pausedAt,
        nextRuns: paused ? [] : nextRuns(calendar, subscription, now, runs),
        last: newest === undefined ? null : lastRun(newest),
      }
    }),
  )
}

/** A slot that is due already and not yet worked on is the next one. */
function nextRuns(
  calendar: DigestCalendar,
  { schedule, plannedUntil }: Subscription,
  now: Temporal.Instant,
  count: number,
): readonly string[] {
  const ahead = calendar.next(schedule, now, count).map(String)
  const due = (plannedUntil === null ? [] : calendar.next(schedule, Temporal.Instant.from(plannedUntil), 1))
    .filter((slot) => Temporal.Instant.compare(slot, now) <= 0)
    .map(String)
  return [...due, ...ahead].slice(0, count)
}

function lastRun({ state, slot, reason, messageTs, finishedAt }: Delivery): LastRun {
  return { state, at: finishedAt ?? slot, reason, messageTs }
}

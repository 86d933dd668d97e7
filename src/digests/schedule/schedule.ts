import { type Clock, systemClock } from '../../lib/clock.ts'
import { withReference } from '../../lib/log.ts'
import { type LoopHealth, startLoop } from '../../lib/loop.ts'
import { explain } from '../../lib/problem.ts'
import { checkDueAlerts } from '../alerts/check-due-alerts.ts'
import { countDigest } from '../deliver/count.ts'
import { checkOwners, ownersAtOnce } from '../deliver/owners.ts'
import { reconcileUnknown } from '../deliver/reconcile.ts'
import { resumeThreads } from '../deliver/thread.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { planDue, waitingDeliveries } from './run.ts'
import { everyMinute, everyMs } from './wake-ups.ts'

export interface Scheduler {
  /** The last successful check for due work or, before the first one, the first wake-up; `null`: no wake-up yet. */
  readonly lastCheck: Temporal.Instant | null
  /** The interval between wake-ups, in milliseconds. */
  readonly everyMs: number
  /** Aborts when the scheduler is stopped. */
  readonly stopping: AbortSignal
  /** Health of each loop, by name. */
  health(): Readonly<Record<string, LoopHealth>>
  /**
   * Runs everything that is due; the timer calls it every minute. A call during a run also plans what has become due
   * since, and resolves when all of it is done.
   */
  wake(): Promise<void>
  /** Stops the timer and waits for running work. */
  stop(): Promise<void>
}

type Upkeep =
  | ((signal: AbortSignal) => Promise<void>)
  | {
      run(signal: AbortSignal): Promise<void>
      dueAt(): Promise<Temporal.Instant | null>
    }

export interface ScheduleOptions {
  /**
   * Other work for each wake-up, by name, each in its own loop. The signal tells it to leave the rest to the next
   * process. `dueAt` adds a wake-up at that time.
   */
  readonly upkeep?: Readonly<Record<string, Upkeep>>
  /** Called every minute, and when digests may have changed. */
  readonly changed?: () => void
  /** Real time, for the timer and to detect slow deliveries. */
  readonly wallClock?: Pick<Clock, 'sleep'>
}

/** Expired claims handled per run; the next run takes the rest. */
const staleAtOnce = 500

interface Work {
  /** @returns whether the loops in `wakes` may have new work */
  run(): Promise<boolean>
  joined?(): void
  dueAt?(): Promise<Temporal.Instant | null>
  readonly wakes?: readonly string[]
}

/**
 * Each kind of work has its own loop, so that slow work never delays another kind. node-cron only wakes them. Slots
 * come from Temporal and the store, so a late, duplicate or missing wake-up causes a delay at most.
 */
export function startScheduler(
  workspaces: DigestWorkspaces,
  { upkeep = {}, changed = () => {}, wallClock = systemClock }: ScheduleOptions = {},
): Scheduler {
  const { store, clock, log } = workspaces
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = () => signal.aborted
  let lastCheck: Temporal.Instant | null = null

  const deliveries = waitingDeliveries(workspaces, signal, wallClock)
  const works: Readonly<Record<string, Work>> = {
    plan: {
      run: async () => {
        const planned = await planDue(workspaces, stopped)
        // Only after success: if the database is unreachable, the scheduler counts as late.
        lastCheck = clock.now()
        return planned
      },
      dueAt: () => store.subscriptions.dueAt(),
      wakes: ['deliver'],
    },
    deliver: {
      run: deliveries.run,
      joined: deliveries.more,
      dueAt: () => store.deliveries.dueAt('delivery'),
      wakes: ['settle', 'threads', 'owners', 'home'],
    },
    settle: {
      run: async () => {
        const expired = await store.deliveries.expirePosting(clock.now(), staleAtOnce)
        for (const stale of expired) {
          countDigest(workspaces, stale, 'unknown', true)
          log.warn('a digest was being posted when its process ended; its outcome is unknown', {
            team: stale.team,
            channel: stale.channel,
            delivery: stale.id,
            slot: stale.slot,
          })
        }
        return reconcileUnknown(workspaces, stopped)
      },
      dueAt: () => store.deliveries.dueAt('lookup'),
      wakes: ['deliver', 'threads', 'owners', 'home'],
    },
    threads: {
      run: async () => {
        await resumeThreads(workspaces, signal)
        return false
      },
      dueAt: () => store.deliveries.dueAt('thread'),
    },
    alerts: { run: () => checkDueAlerts(workspaces, signal), wakes: ['deliver', 'settle', 'threads'] },
    owners: { run: ownerChecks(workspaces, stopped), wakes: ['deliver'] },
    home: {
      run: async () => {
        changed()
        return false
      },
    },
    ...Object.fromEntries(
      Object.entries(upkeep).map(([name, work]): [string, Work] => {
        const { run, ...due } = typeof work === 'function' ? { run: work } : work
        return [name, { run: () => run(signal).then(() => false), ...due }]
      }),
    ),
  }

  const loops = new Map(
    Object.entries(works).map(([name, { run, joined, dueAt, wakes = [] }]) => [
      name,
      startLoop({
        clock,
        signal,
        mostMs: everyMs,
        run: () =>
          withReference(async () => {
            if (await run()) for (const next of wakes) void loops.get(next)?.wake()
          }),
        ...(joined === undefined ? {} : { joined }),
        ...(dueAt === undefined ? {} : { dueAt }),
        failed: (error) => {
          const { code } = explain(error)
          log.error('the scheduler could not run', { detail: name, code, error })
          return code
        },
      }),
    ]),
  )
  const idle = async () => {
    const runs = () => loops.values().some((loop) => loop.health().runningSince !== null)
    do await Promise.all([...loops.values()].map((loop) => loop.idle()))
    while (runs())
  }
  const wake = async () => {
    lastCheck ??= clock.now()
    for (const loop of loops.values()) void loop.wake()
    await idle()
  }
  const timer = everyMinute(
    wallClock,
    () => void wake(),
    () => log.warn('the timer missed a wake-up; the watchdog woke the scheduler'),
  )
  return {
    get lastCheck() {
      return lastCheck
    },
    everyMs,
    stopping: signal,
    health: () => Object.fromEntries([...loops].map(([name, loop]) => [name, loop.health()])),
    wake,
    stop: async () => {
      stopping.abort(new Error('the scheduler stops'))
      await timer.stop()
      await idle()
    },
  }
}

/** Slack's rate limit allows this many lookups a minute: after a full batch, wait for the next minute. */
function ownerChecks(workspaces: DigestWorkspaces, stopped: () => boolean): () => Promise<boolean> {
  const { clock } = workspaces
  let waitUntil = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now().epochMilliseconds
    if (now < waitUntil) return false
    const { checked, hasAsked } = await checkOwners(workspaces, stopped)
    if (checked === ownersAtOnce) waitUntil = now + everyMs
    return hasAsked
  }
}

import cron from 'node-cron'
import { startLoop } from '../../lib/async.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { explain } from '../../lib/problem.ts'
import { withReference } from '../../lib/telemetry.ts'
import type { MessageKinds } from '../../outbox/kind.ts'
import { createOutbox } from '../../outbox/loop.ts'
import { checkDueAlerts } from '../alerts/check-alerts.ts'
import { checkOwners, ownersAtOnce } from '../deliver/owners.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { perRunCache } from './per-run-cache.ts'
import { planDue } from './slots.ts'

export type Scheduler = ReturnType<typeof startScheduler>

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
  /** Wakes the scheduler every minute of real time. A test whose time stands still wakes it itself. */
  readonly timer?: typeof everyMinute
}

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
  kinds: MessageKinds,
  { upkeep = {}, changed = () => {}, wallClock = systemClock, timer = everyMinute }: ScheduleOptions = {},
) {
  const { store, clock, log } = workspaces
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = () => signal.aborted
  let lastCheck: Temporal.Instant | null = null

  const forRun = () => perRunCache(workspaces)
  const outbox = createOutbox(workspaces, { kinds, forRun, signal, wallClock })
  const works: Readonly<Record<string, Work>> = {
    plan: {
      run: async () => {
        const planned = await planDue(workspaces, stopped)
        // Only after success: if the database is unreachable, the scheduler counts as late.
        lastCheck = clock.now()
        return planned
      },
      dueAt: () => store.subscriptions.dueAt(),
      wakes: ['outbox'],
    },
    outbox: {
      run: outbox.run,
      joined: outbox.more,
      dueAt: () => store.outbox.dueAt(),
      wakes: ['owners', 'home'],
    },
    alerts: { run: () => checkDueAlerts(workspaces, signal), wakes: ['outbox'] },
    owners: { run: ownerChecks(workspaces, stopped), wakes: ['outbox'] },
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
  const minutes = timer(
    wallClock,
    () => void wake(),
    () => log.warn('the timer missed a wake-up; the watchdog woke the scheduler'),
  )
  return {
    get lastCheck() {
      return lastCheck
    },
    everyMs,
    health: () => Object.fromEntries([...loops].map(([name, loop]) => [name, loop.health()])),
    /** Runs what is due, and resolves when it is done. A call during a run also plans what has become due since. */
    wake,
    /** Call after a message was owed. */
    wakeOutbox: () => void loops.get('outbox')?.wake(),
    stop: async () => {
      stopping.abort(new Error('the scheduler stops'))
      await minutes.stop()
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

const everyMs = 60_000
/** Tolerated delay of a wake-up, so that a busy machine isn't mistaken for a missing timer. */
const graceMs = 5_000

/**
 * Wakes at every full minute. A watchdog covers missing wake-ups: when clocks go back, node-cron doesn't fire for up to
 * two hours in that zone.
 *
 * @param clock real time, which node-cron uses as well
 * @param missed called when the watchdog had to step in
 */
function everyMinute(clock: Pick<Clock, 'sleep'>, wake: () => void, missed: () => void) {
  let watched = new AbortController()
  const watch = () => {
    watched.abort()
    watched = new AbortController()
    clock.sleep(everyMs + graceMs, watched.signal).then(
      () => {
        missed()
        woken()
      },
      () => {},
    )
  }
  const woken = () => {
    watch()
    wake()
  }
  // The watchdog logs missed wake-ups.
  const timer = cron.schedule('* * * * *', woken, { suppressMissedWarning: true })
  watch()
  return {
    stop: async () => {
      watched.abort()
      await timer.destroy()
    },
  }
}

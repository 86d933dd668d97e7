import { type Clock, systemClock } from '../../lib/clock.ts'
import { underReference } from '../../lib/log.ts'
import { type LoopHealth, startLoop } from '../../lib/loop.ts'
import { explain } from '../../lib/problem.ts'
import { lookWhereDue } from '../alerts/alert-due.ts'
import { lookForConnection } from '../deliver/connection.ts'
import { checkOwners, ownersAtOnce } from '../deliver/owners.ts'
import { followUps } from '../deliver/thread.ts'
import { settleUnknown } from '../deliver/unknown.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { planDue, waitingDeliveries } from './run.ts'
import { everyMinute, everyMs } from './wake-ups.ts'

export interface Scheduler {
  /** When it last looked for what is due, or was first told to; `null`: not since the start. */
  readonly lastLook: Temporal.Instant | null
  /** How often it means to, in milliseconds. */
  readonly everyMs: number
  /** Aborts when it is stopped. */
  readonly stopping: AbortSignal
  /** How each of its loops does, by name. */
  health(): Readonly<Record<string, LoopHealth>>
  /**
   * Does what is due now; what the timer calls every minute. A call during a run plans what has come due meanwhile,
   * and resolves when all of it is done.
   */
  wake(): Promise<void>
  /** Ends the timer and waits for what is at hand. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  /** Other work for each wake-up, by name, each in a loop of its own; the signal tells it to leave the rest to the next process. */
  readonly upkeep?: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>
  /** Told when digests may have changed, and each minute. */
  readonly changed?: () => void
  /** Real time: for the timer, and for what counts as slow. */
  readonly wallClock?: Pick<Clock, 'sleep'>
}

/** The next run takes the rest. */
const lostAtOnce = 500

interface Work {
  /** @returns whether it did anything that those in `leadsTo` may have to go on with */
  run(): Promise<boolean>
  joined?(): void
  dueAt?(): Promise<Temporal.Instant | null>
  readonly leadsTo?: readonly string[]
}

/**
 * Each kind of work is a loop of its own, so that a slow question of one never delays another. node-cron only wakes
 * them: slots come from Temporal and the store, so that a wake-up that is late, doubled or missing changes nothing but
 * the delay.
 */
export function startScheduler(
  workspaces: DigestWorkspaces,
  { upkeep = {}, changed = () => {}, wallClock = systemClock }: ScheduleOptions = {},
): Scheduler {
  const { store, clock, log } = workspaces
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = () => signal.aborted
  let lastLook: Temporal.Instant | null = null

  const deliveries = waitingDeliveries(workspaces, signal, wallClock)
  const works: Readonly<Record<string, Work>> = {
    plan: {
      run: async () => {
        const planned = await planDue(workspaces, stopped)
        // Not before: who is woken and can't look, since the database is away, is late all the same.
        lastLook = clock.now()
        return planned
      },
      dueAt: () => store.subscriptions.dueAt(),
      leadsTo: ['deliver'],
    },
    deliver: {
      run: deliveries.run,
      joined: deliveries.more,
      dueAt: () => store.deliveries.dueAt('delivery'),
      leadsTo: ['settle', 'threads', 'owners', 'home'],
    },
    settle: {
      run: async () => {
        const expired = await store.deliveries.expirePosting(clock.now(), lostAtOnce)
        for (const lost of expired)
          log.warn('a digest was being posted when its process ended; its outcome is unknown', {
            team: lost.team,
            channel: lost.channel,
            delivery: lost.id,
            slot: lost.slot,
          })
        return settleUnknown(workspaces, stopped)
      },
      dueAt: () => store.deliveries.dueAt('lookup'),
      leadsTo: ['deliver', 'threads', 'owners', 'home'],
    },
    threads: {
      run: async () => {
        await followUps(workspaces, signal)
        return false
      },
      dueAt: () => store.deliveries.dueAt('thread'),
    },
    alerts: { run: () => lookWhereDue(workspaces, signal), leadsTo: ['deliver', 'settle', 'threads'] },
    owners: { run: ownerChecks(workspaces, stopped), leadsTo: ['deliver'] },
    // Where a token works again, all that stood still is due.
    connections: {
      run: () => lookForConnection(workspaces),
      leadsTo: ['plan', 'deliver', 'settle', 'threads'],
    },
    home: {
      run: async () => {
        changed()
        return false
      },
    },
    ...Object.fromEntries(
      Object.entries(upkeep).map(([name, run]) => [name, { run: () => run(signal).then(() => false) }]),
    ),
  }

  const loops = new Map(
    Object.entries(works).map(([name, { run, joined, dueAt, leadsTo = [] }]) => [
      name,
      startLoop({
        clock,
        signal,
        mostMs: everyMs,
        run: () =>
          underReference(async () => {
            if (await run()) for (const next of leadsTo) void loops.get(next)?.wake()
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
    lastLook ??= clock.now()
    for (const loop of loops.values()) void loop.wake()
    await idle()
  }
  const timer = everyMinute(
    wallClock,
    () => void wake(),
    () => log.warn('the scheduler’s timer did not wake it for a minute: it wakes by itself'),
  )
  return {
    get lastLook() {
      return lastLook
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

/** Slack tells of so many people in a minute: after as many, the next ones wait for the next minute. */
function ownerChecks(workspaces: DigestWorkspaces, stopped: () => boolean): () => Promise<boolean> {
  const { clock } = workspaces
  let restsUntil = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now().epochMilliseconds
    if (now < restsUntil) return false
    const { looks, asks } = await checkOwners(workspaces, stopped)
    if (looks === ownersAtOnce) restsUntil = now + everyMs
    return asks
  }
}

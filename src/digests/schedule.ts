import cron from 'node-cron'
import { underReference } from '../log.ts'
import { explain } from '../problem.ts'
import { lookWhereDue } from './alert-due.ts'
import { lookForConnection } from './connection.ts'
import type { ScheduleDeps } from './deps.ts'
import { checkOwners } from './owners.ts'
import { deliverWaiting, planDue } from './run.ts'
import { followUps } from './thread.ts'
import { settleUnknown } from './unknown.ts'

/** For a health check: a scheduler that runs has succeeded lately. A pass takes minutes where Slack's pace stretches it. */
export interface PassHealth {
  /** When a pass last came to its end without a failure; `null`: not since the start. */
  readonly lastSuccess: Temporal.Instant | null
  /** The code of what went wrong in the last pass, for instance the store's `unreachable`; `null`: nothing did. */
  readonly lastFailure: string | null
}

export interface Scheduler {
  /** When it last looked for what is due, or was first told to; `null`: not since the start. */
  readonly lastLook: Temporal.Instant | null
  /** How often it means to, in milliseconds. */
  readonly everyMs: number
  /** Aborts when it is stopped. */
  readonly stopping: AbortSignal
  /** How its passes went, at the moment of asking. */
  health(): PassHealth
  /**
   * Does what is due now; what the timer calls every minute. A call during a pass plans what has come due meanwhile,
   * and resolves when all of it is done.
   */
  wake(): Promise<void>
  /** Ends the timer and waits for the deliveries at hand. */
  stop(): Promise<void>
}

const everyMs = 60_000
/** The next pass takes the rest. */
const lostAtOnce = 500

/**
 * node-cron only wakes the scheduler: slots come from Temporal and the store, so that a wake-up that is late, doubled or
 * missing changes nothing but the delay.
 *
 * @param upkeep other work for each wake-up; the signal tells it to leave the rest to the next process
 * @param after told when all that was due is done
 */
export function startScheduler(
  deps: ScheduleDeps,
  upkeep: (signal: AbortSignal) => Promise<void>,
  after: () => void,
): Scheduler {
  const { store, clock, log } = deps
  const stopping = new AbortController()
  const stopped = () => stopping.signal.aborted
  let running: Promise<void> | null = null
  let lastLook: Temporal.Instant | null = null
  let lastSuccess: Temporal.Instant | null = null
  let lastFailure: string | null = null
  let failure: string | null = null
  let asked = 0

  const guarded = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      failure = explain(error).code
      log.error('the scheduler could not run', { code: failure, error })
    }
  }
  const plan = () =>
    guarded(async () => {
      await planDue(deps, stopped)
      // Not before: who is woken and can't look, since the database is away, is late all the same.
      lastLook = clock.now()
    })
  const pass = async () => {
    failure = null
    await guarded(() => lookForConnection(deps))
    await guarded(() => upkeep(stopping.signal))
    await plan()
    await guarded(async () => {
      for (const lost of await store.deliveries.expirePosting(clock.now(), lostAtOnce))
        log.warn('a digest was being posted when its process ended; its outcome is unknown', {
          team: lost.team,
          channel: lost.channel,
          delivery: lost.id,
          slot: lost.slot,
        })
      await settleUnknown(deps, stopped)
    })
    await guarded(() => followUps(deps, stopping.signal))
    await guarded(() => deliverWaiting(deps, stopping.signal))
    await guarded(() => lookWhereDue(deps, stopping.signal))
    await guarded(async () => {
      if (await checkOwners(deps, stopped)) await deliverWaiting(deps, stopping.signal)
    })
    await guarded(async () => after())
    if (failure === null) lastSuccess = clock.now()
    lastFailure = failure
  }
  /** Whoever asks during a pass, which has read the clock already, gets one more. */
  const run = async () => {
    for (let done = 0; done < asked && !stopped(); ) {
      done = asked
      await underReference(pass)
    }
    asked = 0
    running = null
    void guarded(wakeForTheNext)
  }
  /** What waits for less than a minute, for instance behind a Retry-After, need not wait for the timer. */
  const wakeForTheNext = async () => {
    const at = stopped() ? null : await store.deliveries.waitsUntil()
    const ms = at === null ? 0 : at.epochMilliseconds - clock.now().epochMilliseconds
    if (ms <= 0 || ms >= everyMs) return
    await clock.sleep(ms, stopping.signal).catch(() => {})
    if (!stopped() && running === null) await wake()
  }
  const wake = () => {
    asked += 1
    lastLook ??= clock.now()
    // A run behind Slack's pace takes long; what comes due meanwhile joins it.
    if (running !== null) void plan()
    running ??= run()
    return running
  }
  const timer = cron.schedule('* * * * *', wake)
  return {
    get lastLook() {
      return lastLook
    },
    everyMs,
    stopping: stopping.signal,
    health: () => ({ lastSuccess, lastFailure }),
    wake,
    stop: async () => {
      stopping.abort(new Error('the scheduler stops'))
      await timer.destroy()
      await running
    },
  }
}

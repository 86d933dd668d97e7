import cron from 'node-cron'
import { newReference } from '../log.ts'
import type { Delivery, Subscription } from '../store/index.ts'
import { type DigestDeps, deliver } from './deliver.ts'
import { owed } from './due.ts'

export interface Scheduler {
  /** Does what is due now; what the timer calls every minute. A call during a pass waits for one more pass. */
  wake(): Promise<void>
  /** Ends the timer and waits for the delivery at hand. */
  stop(): Promise<void>
}

/** So many digests are composed and posted at the same time. */
const concurrency = 4

/**
 * node-cron only wakes the scheduler: slots come from Temporal and the deliveries table, so that a wake-up that is
 * late, doubled or missing changes nothing but the delay.
 *
 * @param upkeep other work for each wake-up
 */
export function startScheduler(deps: DigestDeps, graceHours: number, upkeep: () => Promise<void>): Scheduler {
  let running: Promise<void> | null = null
  let stopped = false
  let asked = 0

  const pass = async () => {
    try {
      await upkeep()
      await runDue(deps, graceHours, () => stopped)
    } catch (error) {
      deps.log.error('the scheduler could not run', { reference: newReference(), error })
    }
  }
  /** Whoever asks during a pass, which has read the clock already, gets one more. */
  const run = async () => {
    for (let done = 0; done < asked && !stopped; ) {
      done = asked
      await pass()
    }
    asked = 0
    running = null
  }
  const wake = () => {
    asked += 1
    running ??= run()
    return running
  }
  const timer = cron.schedule('* * * * *', wake, { noOverlap: true })
  return {
    wake,
    stop: async () => {
      stopped = true
      await timer.destroy()
      await running
    },
  }
}

/** One pass over all subscriptions. A delivery that throws is logged and stops no other. */
async function runDue(deps: DigestDeps, graceHours: number, stopped: () => boolean): Promise<void> {
  const { store, clock, log } = deps
  for (const lost of await store.deliveries.expirePosting(clock.now()))
    log.warn('a digest was being posted when its process ended; its outcome is unknown', {
      team: lost.team,
      channel: lost.channel,
      delivery: lost.id,
      slot: lost.slot,
    })
  const newest = await store.deliveries.newest()
  const queue = [...(await store.subscriptions.active())]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined && !stopped(); next = queue.shift()) {
      try {
        const { deliver: slot, skip } = owed(next, newest.get(next.id) ?? null, clock.now(), graceHours)
        for (const missed of skip) await skipSlot(deps, next, missed, newest.get(next.id) ?? null)
        if (slot !== null) await deliver(deps, next, slot)
      } catch (error) {
        log.error('a delivery failed', {
          team: next.team,
          channel: next.channel,
          reference: newReference(),
          error,
        })
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

async function skipSlot(
  { store, clock, log }: DigestDeps,
  { team, id, channel }: Subscription,
  slot: Temporal.Instant,
  newest: Delivery | null,
): Promise<void> {
  const tried = newest?.state === 'pending' && Temporal.Instant.from(newest.slot).equals(slot)
  const reason = tried
    ? `given up after the grace time: ${newest.reason ?? 'no reason recorded'}`
    : 'missed while Sightline was not running'
  const now = clock.now()
  const claim = await store.deliveries.claim({
    team,
    subscriptionId: id,
    slot,
    channel,
    leaseMs: 60_000,
    now,
  })
  if (claim === null) return
  await store.deliveries.skipped(claim, reason, now)
  log.warn('a digest was skipped', { team, channel, slot: slot.toString(), detail: reason })
}

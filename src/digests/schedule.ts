import cron from 'node-cron'
import { newReference } from '../log.ts'
import { type DigestDeps, deliver } from './deliver.ts'
import { owed } from './due.ts'

export interface Scheduler {
  /** Does what is due now; what the timer calls every minute. A call during a running one joins it. */
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

  const wake = () => {
    running ??= upkeep()
      .then(() => runDue(deps, graceHours, () => stopped))
      .catch((error: unknown) => {
        deps.log.error('the scheduler could not run', { reference: newReference(), error })
      })
      .finally(() => {
        running = null
      })
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
        for (const missed of skip) await skipSlot(deps, next, missed)
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
  { store, clock }: DigestDeps,
  { team, id, channel }: { readonly team: string; readonly id: string; readonly channel: string },
  slot: Temporal.Instant,
): Promise<void> {
  const now = clock.now()
  const claim = await store.deliveries.claim({
    team,
    subscriptionId: id,
    slot,
    channel,
    leaseMs: 60_000,
    now,
  })
  if (claim !== null) await store.deliveries.skipped(claim, 'missed while Sightline was not running', now)
}

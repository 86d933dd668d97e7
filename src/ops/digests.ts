import type { DigestOutcome, Meter } from '../meter.ts'
import type { Store } from '../store/index.ts'

/**
 * The store, with what becomes of each slot counted where it is written down: whoever delivers, looks up or posts
 * again need not think of it, and nothing is counted that was not committed.
 *
 * @param quietReason stands in a skipped delivery for "nothing to say"
 */
export function countDigests(store: Store, meter: Meter, quietReason: string): Store {
  const { deliveries } = store
  const counted = async (outcome: DigestOutcome, written: Promise<boolean>) => {
    const done = await written
    if (done) meter.digests(outcome, 1)
    return done
  }
  return {
    ...store,
    deliveries: {
      ...deliveries,
      plan: async (plans, now) => {
        await deliveries.plan(plans, now)
        const skipped = plans.reduce((sum, { skip }) => sum + skip.length, 0)
        if (skipped > 0) meter.digests('skipped', skipped)
      },
      expirePosting: async (now) => {
        const lost = await deliveries.expirePosting(now)
        if (lost.length > 0) meter.digests('unknown', lost.length)
        return lost
      },
      posted: (claim, ts, now) => counted('posted', deliveries.posted(claim, ts, now)),
      unknown: (claim, why, now) => counted('unknown', deliveries.unknown(claim, why, now)),
      failed: (claim, reason, now) => counted('failed', deliveries.failed(claim, reason, now)),
      skipped: (claim, reason, now) =>
        counted(reason === quietReason ? 'quiet' : 'skipped', deliveries.skipped(claim, reason, now)),
      release: (claim, retry, now) => counted('retried', deliveries.release(claim, retry, now)),
    },
  }
}

import type { DigestOutcome, Meter } from '../meter.ts'
import type { Claim, Store } from '../store/index.ts'

/**
 * The store, with what becomes of each slot counted where it is written down: whoever delivers, looks up or posts
 * again need not think of it, and nothing is counted that was not committed. What is looked up and stays unknown was
 * counted when it became so.
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
  const lookedUp = new WeakSet<Claim>()
  return {
    ...store,
    deliveries: {
      ...deliveries,
      plan: async (plans, now) => {
        await deliveries.plan(plans, now)
        const skipped = plans.reduce((sum, { skip }) => sum + skip.length, 0)
        if (skipped > 0) meter.digests('skipped', skipped)
      },
      expirePosting: async (...which) => {
        const lost = await deliveries.expirePosting(...which)
        if (lost.length > 0) meter.digests('unknown', lost.length)
        return lost
      },
      posted: (...record) => counted('posted', deliveries.posted(...record)),
      claimUnknown: async (request) => {
        const claimed = await deliveries.claimUnknown(request)
        if (claimed.won) lookedUp.add(claimed.claim)
        return claimed
      },
      unknown: (claim, why, now) => {
        const written = deliveries.unknown(claim, why, now)
        return lookedUp.has(claim) ? written : counted('unknown', written)
      },
      failed: (claim, reason, now) => counted('failed', deliveries.failed(claim, reason, now)),
      skipped: (claim, reason, now) =>
        counted(reason === quietReason ? 'quiet' : 'skipped', deliveries.skipped(claim, reason, now)),
      release: (claim, retry, now) => {
        // It is posted again, and may become unknown again.
        lookedUp.delete(claim)
        return counted('retried', deliveries.release(claim, retry, now))
      },
    },
  }
}

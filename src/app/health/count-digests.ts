import type { DigestOutcome, Meter } from '../../lib/metrics.ts'
import type { Claim, Store } from '../../store/index.ts'

/**
 * The store, with what becomes of each slot counted where it is written down: whoever delivers, looks up or posts
 * again need not think of it, and nothing is counted that was not committed. What is looked up and stays unknown was
 * counted when it became so.
 * Counting at each caller instead would need the meter in every service that ends a delivery.
 */
export function countDigests(store: Store, meter: Meter): Store {
  const { deliveries } = store
  /** A word to a person is no digest. */
  const counted = async (
    { notice }: Pick<Claim, 'notice'>,
    outcome: DigestOutcome,
    written: Promise<boolean>,
  ) => {
    const done = await written
    if (done && notice === null) meter.digests(outcome, 1)
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
        const digests = lost.filter(({ notice }) => notice === null).length
        if (digests > 0) meter.digests('unknown', digests)
        return lost
      },
      posted: (claim, ...record) => counted(claim, 'posted', deliveries.posted(claim, ...record)),
      claimUnknown: async (request) => {
        const claimed = await deliveries.claimUnknown(request)
        if (claimed.won) lookedUp.add(claimed.claim)
        return claimed
      },
      unknown: (claim, ...why) => {
        const written = deliveries.unknown(claim, ...why)
        return lookedUp.has(claim) ? written : counted(claim, 'unknown', written)
      },
      failed: (claim, ...why) => counted(claim, 'failed', deliveries.failed(claim, ...why)),
      failedAndPaused: async (claim, ...why) => {
        const ended = await deliveries.failedAndPaused(claim, ...why)
        if (ended !== 'void') meter.digests('failed', 1)
        return ended
      },
      skipped: (claim, reason, ...why) =>
        counted(claim, reason === 'quiet' ? 'quiet' : 'skipped', deliveries.skipped(claim, reason, ...why)),
      release: (claim, ...retry) => {
        // It is posted again, and may become unknown again.
        lookedUp.delete(claim)
        return counted(claim, 'retried', deliveries.release(claim, ...retry))
      },
    },
  }
}

import type { DigestOutcome, Meter } from '../../lib/metrics.ts'
import type { Claim, Store } from '../../store/index.ts'

/**
 * Wraps the store and counts each outcome of a delivery when it is committed. Services that end a delivery need no
 * meter. A delivery that stays unknown after a look-up was counted before.
 */
export function countDigests(store: Store, meter: Meter): Store {
  const { deliveries } = store
  /** Notices are not counted. */
  const counted = async (
    { notice }: Pick<Claim, 'notice'>,
    outcome: DigestOutcome,
    written: Promise<boolean>,
  ) => {
    const isWritten = await written
    if (isWritten && notice === null) meter.digests(outcome, 1)
    return isWritten
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
        // The next post may become unknown again.
        lookedUp.delete(claim)
        return counted(claim, 'retried', deliveries.release(claim, ...retry))
      },
    },
  }
}

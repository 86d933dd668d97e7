import type { DigestOutcome } from '../../lib/metrics.ts'
import type { Claim } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

/**
 * Counts a digest's outcome once it is committed. Notices aren't counted.
 * @param committed `false` if the claim was void
 * @returns `committed`
 */
export function countDigest(
  { meter }: Pick<DigestWorkspace, 'meter'>,
  { notice }: Pick<Claim, 'notice'>,
  outcome: DigestOutcome,
  committed: boolean,
): boolean {
  if (committed && notice === null) meter.digests(outcome, 1)
  return committed
}

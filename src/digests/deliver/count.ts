import type { DigestOutcome } from '../../lib/metrics.ts'
import type { Claim } from '../../store/index.ts'
import type { DigestWorkspace } from '../workspace.ts'

/**
 * Counts what became of a digest, once that is committed. Notices are no digests.
 * @param committed `false`: the claim was void
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

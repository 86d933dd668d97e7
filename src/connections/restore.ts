import type { Clock } from '../lib/clock.ts'
import type { Store, Subscription } from '../store/index.ts'

/**
 * Runs the digests of a workspace again that stopped when Sightline was taken out of it.
 * @param by Slack user id
 * @returns those that did not, before
 */
export async function restoreDigests(
  { store, clock }: { readonly store: Pick<Store, 'subscriptions' | 'audit'>; readonly clock: Clock },
  team: string,
  by: string,
): Promise<readonly Subscription[]> {
  const restored = await store.subscriptions.restoreAll(team, clock.now())
  if (restored.length > 0)
    await store.audit.record(
      {
        team,
        user: by,
        channel: null,
        action: 'digest.restore',
        subject: null,
        outcome: 'restored',
        detail: { count: restored.length },
        reference: null,
      },
      clock.now(),
    )
  return restored
}

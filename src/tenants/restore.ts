import type { Clock } from '../clock.ts'
import type { Store } from '../store/index.ts'

/**
 * Runs the digests of a workspace again that stopped when Sightline was taken out of it.
 * @param by Slack user id
 * @returns how many
 */
export async function restoreDigests(
  { store, clock }: { readonly store: Pick<Store, 'subscriptions' | 'audit'>; readonly clock: Clock },
  team: string,
  by: string,
): Promise<number> {
  const restored = await store.subscriptions.restoreAll(team, clock.now())
  if (restored > 0)
    await store.audit.record(
      {
        team,
        user: by,
        channel: null,
        action: 'digest.restore',
        subject: null,
        outcome: 'restored',
        detail: { count: restored },
        reference: null,
      },
      clock.now(),
    )
  return restored
}

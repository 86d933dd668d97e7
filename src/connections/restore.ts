import type { Clock } from '../lib/clock.ts'
import type { Store, Subscription } from '../store/index.ts'
import { auditEntry } from '../store/index.ts'

/** Those that stopped when Sightline was removed. @returns them as they were before */
export async function restoreDigests(
  { store, clock }: { readonly store: Pick<Store, 'subscriptions'>; readonly clock: Clock },
  team: string,
  by: string,
): Promise<readonly Subscription[]> {
  return store.subscriptions.restoreAll(team, clock.now(), (restored) =>
    restored.length === 0
      ? null
      : auditEntry({ team, user: by, channel: null }, 'digest.restore', null, 'restored', {
          count: restored.length,
        }),
  )
}

import type { Clock } from '../lib/clock.ts'
import { currentReference } from '../lib/log.ts'
import type { Store, Subscription } from '../store/index.ts'

/** Those that stopped when Sightline was removed. @returns them as they were before */
export async function restoreDigests(
  { store, clock }: { readonly store: Pick<Store, 'subscriptions'>; readonly clock: Clock },
  team: string,
  by: string,
): Promise<readonly Subscription[]> {
  return store.subscriptions.restoreAll(team, clock.now(), (restored) =>
    restored.length === 0
      ? null
      : {
          team,
          user: by,
          channel: null,
          action: 'digest.restore',
          subject: null,
          outcome: 'restored',
          detail: { count: restored.length },
          reference: currentReference(),
        },
  )
}

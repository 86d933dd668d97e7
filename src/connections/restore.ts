import type { Clock } from '../lib/clock.ts'
import { currentReference } from '../lib/log.ts'
import type { Store, Subscription } from '../store/index.ts'

/**
 * Runs the digests of a workspace again that stopped when Sightline was taken out of it.
 * @param by Slack user id
 * @returns those that did not, before
 */
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

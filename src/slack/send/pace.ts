import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Store } from '../../store/index.ts'
import type { Workspace } from '../workspace.ts'

/** Sending takes about a millisecond of CPU, so other work may run between two messages. */
const yieldQueue = new YieldQueue()

/**
 * Waits until a message may be sent under the rate limits that all processes share.
 * @param place a Slack workspace, and a channel in it or, for a direct message, a person
 * @throws the signal's reason when it aborts first
 */
export async function awaitTurn(
  { store, clock, paces }: Pick<Workspace, 'clock' | 'paces'> & { readonly store: Pick<Store, 'paces'> },
  place: { readonly team: string; readonly channel: string },
  signal?: AbortSignal,
): Promise<void> {
  await yieldQueue.pass()
  const now = clock.now()
  const turn = await store.paces.reserve(place, paces, now)
  const wait = turn.epochMilliseconds - now.epochMilliseconds
  if (wait > 0) await clock.sleep(wait, signal)
}

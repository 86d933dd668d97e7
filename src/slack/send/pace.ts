import type { Clock } from '../../lib/clock.ts'
import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Pace, Store } from '../../store/index.ts'

interface PaceDeps {
  readonly store: Pick<Store, 'paces'>
  readonly clock: Clock
  /** How fast messages may be sent. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
}

/** Sending takes about a millisecond of CPU; messages yield to other work between each other. */
const yieldQueue = new YieldQueue()

/**
 * Waits until a message may be sent, by the paces that all processes share.
 * @param place a Slack workspace, and a channel in it or, for a direct message, a person
 * @throws the signal's reason when it aborts first
 */
export async function awaitTurn(
  { store, clock, paces }: PaceDeps,
  place: { readonly team: string; readonly channel: string },
  signal?: AbortSignal,
): Promise<void> {
  await yieldQueue.pass()
  const now = clock.now()
  const turn = await store.paces.reserve(place, paces, now)
  const wait = turn.epochMilliseconds - now.epochMilliseconds
  if (wait > 0) await clock.sleep(wait, signal)
}

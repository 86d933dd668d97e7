import type { Clock } from '../../lib/clock.ts'
import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Pace, Store } from '../../store/index.ts'

interface TurnDeps {
  readonly store: Pick<Store, 'paces'>
  readonly clock: Clock
  /** How fast messages may leave. */
  readonly paces: { readonly workspace: Pace; readonly channel: Pace }
}

/** Each message takes a millisecond to put on its way; between two of them everything else has the event loop. */
const yieldQueue = new YieldQueue()

/**
 * Waits until a message may leave, by the paces that all processes share.
 * @param place a Slack workspace, and a channel in it or, for a direct message, a person
 * @throws the signal's reason when it aborts first
 */
export async function awaitTurn(
  { store, clock, paces }: TurnDeps,
  place: { readonly team: string; readonly channel: string },
  signal?: AbortSignal,
): Promise<void> {
  await yieldQueue.pass()
  const now = clock.now()
  const turn = await store.paces.reserve(place, paces, now)
  const wait = turn.epochMilliseconds - now.epochMilliseconds
  if (wait > 0) await clock.sleep(wait, signal)
}

import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Store } from '../../store/index.ts'
import { PostError, type Poster } from '../port.ts'
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

/** When Slack limits a channel's messages, no process posts there before the time that Slack asks for. */
export function pacedPoster(
  poster: Poster,
  {
    team,
    store,
    clock,
    paces,
    log,
  }: Pick<Workspace, 'team' | 'clock' | 'paces' | 'log'> & {
    readonly store: Pick<Store, 'paces'>
  },
): Poster {
  const hold = async (channel: string, { outcome, retryAfterSeconds }: PostError) => {
    if (outcome !== 'rate_limited') return
    const until = clock.now().add({ seconds: retryAfterSeconds ?? 1 })
    await store.paces.hold({ team, channel }, paces.channel, until)
  }
  return {
    ...poster,
    post: async (channel, message, options) => {
      try {
        return await poster.post(channel, message, options)
      } catch (error) {
        if (error instanceof PostError)
          await hold(channel, error).catch((failure: unknown) =>
            log.warn('a channel’s rate limit could not be recorded', { team, channel, error: failure }),
          )
        throw error
      }
    },
  }
}

import type { Store, Turn } from '../../store/index.ts'
import { PostError, type Poster } from '../port.ts'
import type { Workspace } from '../workspace.ts'

interface Pacing extends Pick<Workspace, 'team' | 'clock' | 'paces' | 'log'> {
  readonly store: Pick<Store, 'paces'>
}

/**
 * Waits until a message may be sent under the rate limits that all processes share.
 * @param to a Slack workspace, and a channel in it or, for a direct message, a person
 * @param how.place that it has reserved before
 * @param how.mostMs if its turn is further away, it doesn't wait
 * @returns its turn
 * @throws the signal's reason when it aborts first
 */
export async function awaitTurn(
  { store, clock, paces }: Pick<Pacing, 'store' | 'clock' | 'paces'>,
  to: { readonly team: string; readonly channel: string },
  how: {
    readonly signal?: AbortSignal | undefined
    readonly place?: number | null
    readonly mostMs?: number
  } = {},
): Promise<Turn> {
  const { signal, place = null, mostMs = Number.POSITIVE_INFINITY } = how
  let turn = await store.paces.reserve(to, paces, clock.now(), place)
  for (;;) {
    const waitMs = turn.at.epochMilliseconds - clock.now().epochMilliseconds
    if (waitMs <= 0 || waitMs > mostMs) return turn
    await clock.sleep(waitMs, signal)
    // Slack may have limited the channel meanwhile.
    turn = await store.paces.reserve(to, paces, clock.now(), turn.place)
  }
}

/**
 * When Slack limits a channel's messages, all processes wait there as long as Slack asks. Slack doesn't say whether a limit
 * is the workspace's; it is if two channels are limited at once.
 */
export function pacedPoster(poster: Poster, { team, store, clock, paces, log }: Pacing): Poster {
  let last = { channel: '', until: clock.now() }
  const hold = async (channel: string, { outcome, retryAfterSeconds }: PostError) => {
    if (outcome !== 'rate_limited') return
    const now = clock.now()
    const until = now.add({ seconds: retryAfterSeconds ?? 1 })
    const isWorkspaces = last.channel !== channel && Temporal.Instant.compare(last.until, now) > 0
    last = { channel, until }
    if (isWorkspaces) await store.paces.hold({ team, channel: '' }, paces.workspace, now, until)
    else await store.paces.hold({ team, channel }, paces.channel, now, until)
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

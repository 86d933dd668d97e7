/** Broken versions of the runner's parts, to show that a chaos run notices. */
import type { History, Poster } from '../../src/slack/port.ts'
import type { Claim, Store } from '../../src/store/index.ts'

/**
 * - `lookup`: looking for a post with an unknown outcome finds nothing.
 * - `fencing`: a claim that was taken over counts as the newest one.
 * - `leaving`: a post is sent even after its deadline.
 * - `telling`: a message to a person counts as sent when Slack doesn't say whether it arrived.
 */
export const breaks = ['lookup', 'fencing', 'leaving', 'telling'] as const
export type Break = (typeof breaks)[number]

export function withoutLookup(history: History): History {
  const nothing = (result: Awaited<ReturnType<History['find']>>) =>
    typeof result === 'object' ? 'absent' : result
  return {
    find: async (...asked) => nothing(await history.find(...asked)),
    findReply: async (...asked) => nothing(await history.findReply(...asked)),
  }
}

export function withoutDeadline(poster: Poster): Poster {
  return {
    ...poster,
    post: (channel, message, { maySend: _, ...options } = {}) => poster.post(channel, message, options),
  }
}

export function withoutNotices(store: Store): Store {
  const { deliveries } = store
  const unknown: typeof deliveries.unknown = (claim, why, now, tells) =>
    deliveries.unknown(claim, why, now, claim.notice === null ? tells : undefined)
  return { ...store, deliveries: { ...deliveries, unknown } }
}

const fenced = ['beginPost', 'posted', 'unknown', 'failed', 'failedAndPaused', 'skipped', 'release'] as const

export function withoutFencing(store: Store): Store {
  const { deliveries } = store
  const open: Record<string, unknown> = {}
  for (const name of fenced) {
    const call = Reflect.get<object, string>(deliveries, name) as (...args: unknown[]) => Promise<unknown>
    open[name] = async (claim: Claim, ...rest: unknown[]) => {
      const newest = await deliveries.get(claim.team, claim.id)
      return call({ ...claim, attempt: newest?.attempt ?? claim.attempt }, ...rest)
    }
  }
  return { ...store, deliveries: { ...deliveries, ...open } }
}

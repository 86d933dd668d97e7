/** Which channel's analysis a person's direct messages are about. */

import { Problem } from '../lib/problem.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Subscription } from '../store/index.ts'

type ConversationWorkspace = Pick<Workspace, 'team' | 'store' | 'people' | 'clock'>

type ConversationChannel =
  /** Chosen by the person, or the only candidate. */
  | { readonly kind: 'channel'; readonly channel: string }
  /** The person has to choose. */
  | { readonly kind: 'several'; readonly channels: readonly string[] }
  /** No channel has digests or settings of its own, so the defaults apply to all. */
  | { readonly kind: 'none' }

/**
 * @param viewing channels that the person is looking at, nearest first; without an earlier choice, one of them is chosen
 * @throws {Problem} `channels_unknown` if Slack doesn't say which channels the person is in
 */
export async function conversationChannel(
  workspace: ConversationWorkspace,
  user: string,
  viewing: readonly string[] = [],
): Promise<ConversationChannel> {
  const { team, store, people } = workspace
  const [shared, chosen] = await Promise.all([
    people.channelsOf(user),
    store.conversationChannels.get(team, user),
  ])
  // A person who has left the channel has to choose again. Without a list, Slack is asked about this channel only.
  if (chosen !== null && (shared?.has(chosen) ?? (await people.isIn(user, chosen).catch(() => null))))
    return { kind: 'channel', channel: chosen }
  if (shared === null) throw channelsUnknown()
  const channels = await candidates(workspace, user, shared)
  const seen = viewing.find((channel) => channels.includes(channel))
  if (seen !== undefined && channels.length > 1) {
    // The choice is stored because the answer's buttons must be about the same channel, even if the person moves on.
    await chooseConversationChannel(workspace, user, seen)
    return { kind: 'channel', channel: seen }
  }
  const [only] = channels
  if (only === undefined) return { kind: 'none' }
  return channels.length === 1 ? { kind: 'channel', channel: only } : { kind: 'several', channels }
}

/** Channels that the person can choose from, most likely first. @throws {Problem} `channels_unknown` */
export async function channelsToChoose(
  workspace: ConversationWorkspace,
  user: string,
): Promise<readonly string[]> {
  return candidates(workspace, user, await channelsOf(workspace, user))
}

export function chooseConversationChannel(
  { team, store, clock }: Pick<Workspace, 'team' | 'store' | 'clock'>,
  user: string,
  channel: string,
): Promise<void> {
  return store.conversationChannels.set(team, user, channel, clock.now())
}

/** The channel of the person's newest digest, otherwise of anyone's newest; `null` if there are no digests. */
export function channelOfDigests(digests: readonly Subscription[], user: string): string | null {
  const newest = newestFirst(digests)
  return (newest.find(({ owner }) => owner === user) ?? newest[0])?.channel ?? null
}

export function newestFirst(digests: readonly Subscription[]): readonly Subscription[] {
  return digests.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Shared channels that have digests or settings of their own. */
async function candidates(
  { team, store }: ConversationWorkspace,
  user: string,
  shared: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ids = [...shared]
  const [digests, withSettings] = await Promise.all([
    store.subscriptions.forChannels(team, ids),
    store.channels.known(team, ids),
  ])
  const mostLikely = channelOfDigests(digests, user)
  return [
    ...new Set([
      ...(mostLikely === null ? [] : [mostLikely]),
      ...newestFirst(digests).map(({ channel }) => channel),
      ...withSettings,
    ]),
  ]
}

/**
 * The channels that the person and Sightline are both in.
 * @param how.fresh for what is read from all of them
 * @throws {Problem} if Slack doesn't say
 */
export async function channelsOf(
  { people }: Pick<Workspace, 'people'>,
  user: string,
  how?: { readonly fresh: boolean },
): Promise<ReadonlySet<string>> {
  const channels = await people.channelsOf(user, how)
  if (channels === null) throw channelsUnknown()
  return channels
}

const channelsUnknown = () =>
  new Problem('channels_unknown', 'Slack didn’t say which channels you’re in. Try again in a minute.')

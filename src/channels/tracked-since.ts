import type { ChannelScope } from '../model/channel.ts'
import type { Store, TrackedRecommendation } from '../store/index.ts'

/** When a person added it or, for a configured one, when a digest of the channel first showed it; by result id. */
export async function trackedSince(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: Pick<ChannelScope, 'team' | 'channel'>,
): Promise<ReadonlyMap<string, Pick<TrackedRecommendation, 'addedAt' | 'askedAt'>>> {
  const [configured, tracked] = await Promise.all([
    channels.configured(team, channel),
    channels.tracked(team, channel),
  ])
  return new Map([...configured, ...tracked].map((one) => [one.resultId, one]))
}

import type { ChannelScope } from '../model/channel.ts'
import type { Store, TrackedRecommendation } from '../store/index.ts'

/**
 * Since when the channel tracks its recommendations, by result id: since a person added them or, for those from the
 * configuration, since a digest of the channel first showed them.
 */
export async function trackedSince(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: Pick<ChannelScope, 'team' | 'channel'>,
): Promise<ReadonlyMap<string, Pick<TrackedRecommendation, 'addedAt' | 'askedAt'>>> {
  const [noted, tracked] = await Promise.all([channels.noted(team, channel), channels.tracked(team, channel)])
  return new Map([...noted, ...tracked].map((one) => [one.resultId, one]))
}

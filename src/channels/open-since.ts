import type { ChannelScope } from '../model/channel.ts'
import type { Store, TrackedRecommendation } from '../store/index.ts'

/**
 * Since when the channel has its recommendations, by their result ids: since a person tracked them; of the configuration,
 * since a digest of the channel first had them.
 */
export async function openSince(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: Pick<ChannelScope, 'team' | 'channel'>,
): Promise<ReadonlyMap<string, Pick<TrackedRecommendation, 'addedAt' | 'askedAt'>>> {
  const [noted, tracked] = await Promise.all([channels.noted(team, channel), channels.tracked(team, channel)])
  return new Map([...noted, ...tracked].map((one) => [one.resultId, one]))
}

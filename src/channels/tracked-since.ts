import type { ChannelDefaults, ChannelScope } from '../model/channel.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { Store } from '../store/index.ts'
import { channelScope } from './scope.ts'

type Place = Pick<ChannelScope, 'team' | 'channel'>

/** When a person added it or, for a configured one, when a digest of the channel first showed it; by result id. */
export async function trackedSince(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: Place,
): Promise<ReadonlyMap<string, string>> {
  const [configured, tracked] = await Promise.all([
    channels.configured(team, channel),
    channels.tracked(team, channel),
  ])
  return new Map([...configured, ...tracked].map(({ resultId, addedAt }) => [resultId, addedAt]))
}

/** Records since when a channel has its configured recommendations. Only a digest that is delivered counts. */
export async function recordTrackedSince(
  { store, defaults }: { readonly store: Pick<Store, 'channels'>; readonly defaults: ChannelDefaults },
  { team, channel }: Place,
  shown: readonly Recommendation[],
  slot: Temporal.Instant,
): Promise<void> {
  const { recommendations } = await channelScope({ store, defaults }, { team, channel })
  const known = await trackedSince(store, { team, channel })
  const open = shown.flatMap(({ resultId, task }) => (task.kind === 'none' ? [resultId] : []))
  const fresh = open.filter((resultId) => !known.has(resultId))
  await store.channels.recordConfigured(team, channel, fresh, slot)
  const gone = [...known.keys()].filter((resultId) => !recommendations.includes(resultId))
  await store.channels.forgetConfigured(team, channel, gone)
}

import { trackedSince } from '../../channels/track.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { NewsSinceDigest } from '../../model/digest.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { DigestRecord, Store } from '../../store/index.ts'

/**
 * The recommendations that this digest has reported already, by result id, with the number of days for which they have
 * been tracked. A configured one has no date (`null`) until a digest of the channel has reported it.
 */
export async function reportedRecommendations(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
  { news, record }: { readonly news: NewsSinceDigest; readonly record: DigestRecord | null },
): Promise<ReadonlyMap<string, number | null>> {
  const read = sections.flatMap((section) => (section.ok ? [section.data] : []))
  const reported = record?.actions ? read.filter(({ resultId }) => !news.has(resultId)) : []
  if (reported.length === 0) return new Map()
  const tracking = await trackedSince(store, scope)
  return new Map(
    reported.map(({ resultId }) => {
      const since = tracking.get(resultId) ?? null
      return [resultId, since === null ? null : daysSince(since, clock.now())]
    }),
  )
}

function daysSince(instant: string, now: Temporal.Instant): number {
  const hours = Temporal.Instant.from(instant).until(now).total('hours')
  return Math.max(0, Math.floor(hours / 24))
}

import type { Recommendation, Section } from '../insights/model.ts'
import type { Store } from '../store/index.ts'
import type { ChannelScope } from './scope.ts'

/** What of one recommendation the channel's last digest can't have shown. */
export interface RecommendationNews {
  /** It is tracked since then. */
  readonly tracked: boolean
  /** So many of its briefs were written or changed since then. */
  readonly briefs: number
}

/** By result id; what has no news is not in it. */
export type NewsSinceDigest = ReadonlyMap<string, RecommendationNews>

/** What is new since the channel's last digest was posted. Before the first digest nothing is. */
export async function newsSinceDigest(
  store: Pick<Store, 'deliveries' | 'channels'>,
  { team, channel }: ChannelScope,
  sections: readonly Section<Recommendation>[],
): Promise<NewsSinceDigest> {
  const last = await store.deliveries.lastPostedIn(team, channel)
  if (last === null) return new Map()
  const tracked = new Map(
    (await store.channels.tracked(team, channel)).map(({ resultId, addedAt }) => [resultId, addedAt]),
  )
  const news = sections.flatMap((section): [string, RecommendationNews][] => {
    if (!section.ok) return []
    const { resultId, briefs } = section.data
    const one = {
      tracked: isAfter(tracked.get(resultId) ?? null, last),
      briefs: briefs.filter(({ updatedAt }) => isAfter(updatedAt, last)).length,
    }
    return one.tracked || one.briefs > 0 ? [[resultId, one]] : []
  })
  return new Map(news)
}

/** Times from the service are its own words: one that can't be read is no news. */
function isAfter(instant: string | null, other: string): boolean {
  try {
    return instant !== null && Temporal.Instant.compare(instant, other) > 0
  } catch {
    return false
  }
}

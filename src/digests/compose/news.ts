import { trackedSince } from '../../channels/track.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { NewsSinceDigest, RecommendationNews } from '../../model/digest.ts'
import type { BriefSummary, Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { DigestRecord, ReportedActions, Store } from '../../store/index.ts'

/** News that none of the channel's digests has reported yet. Before the first digest, nothing is new. */
export async function newsSinceDigest(
  store: Pick<Store, 'records'>,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
): Promise<NewsSinceDigest> {
  const reported = await store.records.actionsIn(scope.team, scope.channel)
  return newsAgainst(sections, reported)
}

/**
 * News that none of these digests has reported.
 * @param reported recommendations reported by each digest that counts
 */
export function newsAgainst(
  sections: readonly Section<Recommendation>[],
  reported: readonly ReportedActions[],
): NewsSinceDigest {
  if (reported.length === 0) return new Map()
  const news = sections.flatMap((section): [string, RecommendationNews][] => {
    if (!section.ok) return []
    const { resultId, briefs } = section.data
    const reportedBy = reported.filter(({ recommendations }) => Object.hasOwn(recommendations, resultId))
    const fresh = briefs.filter((brief) => !reportedBy.some((digest) => hasReported(digest, resultId, brief)))
    // For a recommendation not reported before, "tracked" covers its briefs.
    const change =
      reportedBy.length === 0 ? { tracked: true, briefs: 0 } : { tracked: false, briefs: fresh.length }
    return change.tracked || change.briefs > 0 ? [[resultId, change]] : []
  })
  return new Map(news)
}

function hasReported({ recommendations }: ReportedActions, resultId: string, brief: BriefSummary): boolean {
  const briefs = recommendations[resultId]
  // If the briefs couldn't be read for the last report, they are not news now.
  if (briefs === null) return true
  const updatedAt = briefs?.[brief.id]
  return updatedAt !== undefined && isSame(updatedAt, brief.updatedAt)
}

/** The service may format the same instant in two ways. */
function isSame(one: string | null, other: string | null): boolean {
  if (one === other) return true
  try {
    return one !== null && other !== null && Temporal.Instant.compare(one, other) === 0
  } catch {
    return false
  }
}

/**
 * The recommendations that this digest has reported already, by result id, with the number of days for which they have
 * been tracked; `null` for a configured one.
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

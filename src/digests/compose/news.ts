import type { ChannelScope } from '../../model/channel.ts'
import type { NewsSinceDigest, RecommendationNews } from '../../model/digest.ts'
import type { BriefSummary, Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { type ReportedActions, recordKey, type Store } from '../../store/index.ts'

/** News that none of the channel's digests has reported yet. Before the first digest, nothing is new. */
export async function newsSinceDigest(
  store: Pick<Store, 'records' | 'channels'>,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
): Promise<NewsSinceDigest> {
  const reported = await store.records.actionsIn(scope.team, scope.channel)
  return newsAgainst(store, scope, sections, reported)
}

/**
 * News that none of these digests has reported.
 * @param reported recommendations reported by each digest that counts
 */
export async function newsAgainst(
  store: Pick<Store, 'channels'>,
  { team, channel }: ChannelScope,
  sections: readonly Section<Recommendation>[],
  reported: readonly ReportedActions[],
): Promise<NewsSinceDigest> {
  if (reported.length === 0) return new Map()
  const tracked = reported.some(({ byTime }) => byTime) ? await store.channels.tracked(team, channel) : []
  const addedAt = new Map(tracked.map((entry) => [entry.resultId, entry.addedAt]))
  const news = sections.flatMap((section): [string, RecommendationNews][] => {
    if (!section.ok) return []
    const { resultId, briefs } = section.data
    const reportedBy = reported.filter((digest) =>
      isReported(digest, resultId, addedAt.get(resultId) ?? null),
    )
    const fresh = briefs.filter((brief) => !reportedBy.some((digest) => hasReported(digest, resultId, brief)))
    // For a recommendation not reported before, "tracked" covers its briefs.
    const change =
      reportedBy.length === 0 ? { tracked: true, briefs: 0 } : { tracked: false, briefs: fresh.length }
    return change.tracked || change.briefs > 0 ? [[resultId, change]] : []
  })
  return new Map(news)
}

function isReported(
  { recommendations, byTime, at }: ReportedActions,
  resultId: string,
  addedAt: string | null,
) {
  return recommendations.has(recordKey(resultId)) || (byTime && !isAfter(addedAt, at))
}

function hasReported(
  { recommendations, byTime, at }: ReportedActions,
  resultId: string,
  brief: BriefSummary,
) {
  const briefs = recommendations.get(recordKey(resultId))
  // If the briefs couldn't be read for the last report, they are not news now.
  if (briefs === null) return true
  const updatedAt = briefs?.get(brief.id)
  if (updatedAt !== undefined) return isSame(updatedAt, brief.updatedAt)
  return byTime && !isAfter(brief.updatedAt, at)
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

/** An unreadable time is not news. */
function isAfter(instant: string | null, other: string): boolean {
  try {
    return instant !== null && Temporal.Instant.compare(instant, other) > 0
  } catch {
    return false
  }
}

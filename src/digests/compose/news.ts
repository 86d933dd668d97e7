import type { ChannelScope } from '../../model/channel.ts'
import type { NewsSinceDigest, RecommendationNews } from '../../model/digest.ts'
import type { BriefSummary, Recommendation, Section } from '../../model/reports.ts'
import { recordKey, type SaidActions, type Store } from '../../store/index.ts'

/** What none of the channel's digests has said yet. Before the first one nothing is new. */
export async function newsSinceDigest(
  store: Pick<Store, 'records' | 'channels'>,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
): Promise<NewsSinceDigest> {
  const said = await store.records.actionsIn(scope.team, scope.channel)
  return newsBeside(store, scope, sections, said)
}

/**
 * What is in none of these.
 * @param said what was said of recommended actions by each digest that counts
 */
export async function newsBeside(
  store: Pick<Store, 'channels'>,
  { team, channel }: ChannelScope,
  sections: readonly Section<Recommendation>[],
  said: readonly SaidActions[],
): Promise<NewsSinceDigest> {
  if (said.length === 0) return new Map()
  const tracked = said.some(({ byTime }) => byTime) ? await store.channels.tracked(team, channel) : []
  const addedAt = new Map(tracked.map((one) => [one.resultId, one.addedAt]))
  const news = sections.flatMap((section): [string, RecommendationNews][] => {
    if (!section.ok) return []
    const { resultId, briefs } = section.data
    const knows = said.filter((one) => isKnown(one, resultId, addedAt.get(resultId) ?? null))
    const fresh = briefs.filter((brief) => !knows.some((one) => hasSaid(one, resultId, brief)))
    // All briefs of one that nobody has told of are new: that it is tracked says it.
    const one = knows.length === 0 ? { tracked: true, briefs: 0 } : { tracked: false, briefs: fresh.length }
    return one.tracked || one.briefs > 0 ? [[resultId, one]] : []
  })
  return new Map(news)
}

function isKnown({ recommendations, byTime, at }: SaidActions, resultId: string, addedAt: string | null) {
  return recommendations.has(recordKey(resultId)) || (byTime && !isAfter(addedAt, at))
}

function hasSaid({ recommendations, byTime, at }: SaidActions, resultId: string, brief: BriefSummary) {
  const briefs = recommendations.get(recordKey(resultId))
  // What nobody could read then is no news now.
  if (briefs === null) return true
  const updatedAt = briefs?.get(brief.id)
  if (updatedAt !== undefined) return isSame(updatedAt, brief.updatedAt)
  return byTime && !isAfter(brief.updatedAt, at)
}

/** Times from the service are its own words: the same instant may be written in two ways. */
function isSame(one: string | null, other: string | null): boolean {
  if (one === other) return true
  try {
    return one !== null && other !== null && Temporal.Instant.compare(one, other) === 0
  } catch {
    return false
  }
}

/** One that can't be read is no news. */
function isAfter(instant: string | null, other: string): boolean {
  try {
    return instant !== null && Temporal.Instant.compare(instant, other) > 0
  } catch {
    return false
  }
}

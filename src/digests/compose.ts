import type { AnalyticsApi } from '../api/index.ts'
import { type DigestMessages, digestMessages } from '../blocks/digest.ts'
import { trackedRecommendations } from '../channels/recommendations.ts'
import type { ChannelScope } from '../channels/scope.ts'
import type { Recommendation, Section, VisibilityReport } from '../insights/model.ts'
import { lastComplete } from '../insights/periods.ts'
import { loadReddit, type RedditReading } from '../insights/reddit.ts'
import { visibilityReport } from '../insights/visibility.ts'
import { explain, Problem } from '../problem.ts'
import type { LedgerEntry, Store, Subscription } from '../store/index.ts'
import { scheduleInWords } from './slots.ts'

export interface ComposedDigest extends DigestMessages {
  /** What the post commits to the reddit ledger; `null` when reddit could not be read. */
  readonly ledger: readonly LedgerEntry[] | null
  readonly recommendations: readonly Recommendation[]
}

/** One channel's digest of the last week that was complete at its slot, however late it is composed. A section that can't be had says so, and the rest is still there. */
export async function composeDigest(
  deps: { readonly api: AnalyticsApi; readonly store: Store },
  subscription: Subscription,
  slot: Temporal.Instant,
  scope: ChannelScope,
): Promise<ComposedDigest> {
  const { api, store } = deps
  const period = lastComplete('week', slot, scope.timeZone)
  const seen = await store.ledger.seen(subscription.team, subscription.id)
  const memory = { seen: seen.isBaseline ? null : seen.ids, lastSentiments: seen.lastSentiments }

  const [report, reddit, recommendations] = await Promise.all([
    section<VisibilityReport>(() =>
      visibilityReport(api, {
        scope: scope.analysis,
        period,
        engines: [],
        brands: [],
        noiseBand: scope.noiseBand,
      }),
    ),
    section<RedditReading>(() => loadReddit(api, scope.workspace, scope.subreddits, memory)),
    trackedRecommendations(deps, scope),
  ])

  // With nothing to say, it is better to come later than to post a list of excuses.
  if (!report.ok && !reddit.ok && !recommendations.some(({ ok }) => ok))
    throw new Problem('nothing_to_report', report.reason)

  const messages = digestMessages({
    report,
    reddit: reddit.ok ? { ok: true, data: reddit.data.news } : reddit,
    recommendations,
    isFirst: seen.isBaseline,
    setUpBy: subscription.createdBy,
    scheduleText: subscription.active ? scheduleInWords(subscription) : null,
  })
  return {
    ...messages,
    ledger: reddit.ok ? reddit.data.remember : null,
    recommendations: recommendations.filter((one) => one.ok).map(({ data }) => data),
  }
}

async function section<T>(load: () => Promise<T>): Promise<Section<T>> {
  try {
    return { ok: true, data: await load() }
  } catch (error) {
    const { sentence, foreseen } = explain(error)
    if (!foreseen) throw error
    return { ok: false, reason: sentence }
  }
}

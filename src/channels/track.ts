import { fewAtOnce } from '../lib/async.ts'
import { foreseenSentence } from '../lib/problem.ts'
import type { ChannelAndUser, ChannelScope, TitledRecommendation, TrackPreview } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import { auditEntry, type Store } from '../store/index.ts'
import { cachedBriefs, cachingBriefs, titlesInTime } from '../tasks/recommendations.ts'
import { isWrongId } from './service-lists.ts'
import { channelScope } from './settings.ts'

type TrackedWorkspace = Pick<Workspace, 'api' | 'store' | 'defaults'>

const fresh = { fresh: true }

/** Looks recommendations up by their ids, to show what would be tracked. Changes nothing. */
export async function previewTracking(
  workspace: TrackedWorkspace,
  place: Pick<ChannelAndUser, 'team' | 'channel'>,
  resultIds: readonly string[],
): Promise<TrackPreview> {
  const { workspace: scope, recommendations } = await channelScope(workspace, place)
  const briefs = cachingBriefs(workspace.api)
  const failures: unknown[] = []
  const looks = await fewAtOnce(resultIds, async (resultId) => {
    const isTracked = recommendations.includes(resultId)
    try {
      const [brief] = await briefs.briefs(scope, resultId, fresh)
      return { resultId, title: brief?.title ?? null, is: isTracked ? 'already' : 'identified' } as const
    } catch (error) {
      if (!isTracked && !isWrongId(error)) failures.push(error)
      const is = isTracked ? 'already' : isWrongId(error) ? 'unknown' : 'unseen'
      return { resultId, title: null, is } as const
    }
  })
  const titled = (kind: 'identified' | 'already'): readonly TitledRecommendation[] =>
    looks.filter(({ is }) => is === kind).map(({ resultId, title }) => ({ resultId, title }))
  const ids = (kind: 'unknown' | 'unseen') =>
    looks.filter(({ is }) => is === kind).map(({ resultId }) => resultId)
  const [failure] = failures
  return {
    identified: titled('identified'),
    already: titled('already'),
    unknown: ids('unknown'),
    unseen: ids('unseen'),
    reason: failure === undefined ? null : foreseenSentence(failure),
  }
}

export async function trackRecommendations(
  { store, clock, defaults }: Pick<Workspace, 'store' | 'clock' | 'defaults'>,
  place: ChannelAndUser,
  resultIds: readonly string[],
): Promise<void> {
  const { team, channel, user } = place
  const { recommendations } = await channelScope({ store, defaults }, place)
  for (const resultId of resultIds) {
    const entry = (added: boolean) =>
      auditEntry(place, 'recommendation.track', resultId, added ? 'added' : 'was tracked already')
    // Includes configured recommendations, which every channel tracks by default.
    if (recommendations.includes(resultId)) await store.audit.record(entry(false), clock.now())
    else await store.channels.track(team, channel, resultId, user, clock.now(), entry)
  }
}

/** A channel's tracked recommendations, with the titles that are available in time. */
export async function trackedTitles(
  workspace: TrackedWorkspace & Pick<Workspace, 'clock'>,
  place: Pick<ChannelAndUser, 'team' | 'channel'>,
): Promise<readonly TitledRecommendation[]> {
  const { api, clock } = workspace
  const { workspace: scope, recommendations } = await channelScope(workspace, place)
  const titles = await titlesInTime(
    { api: cachingBriefs(api), clock },
    recommendations.map((resultId) => ({ ...scope, resultId })),
  )
  return recommendations.map((resultId) => ({ resultId, title: titles.get(resultId) ?? null }))
}

export async function lastTitle(
  workspace: TrackedWorkspace & Pick<Workspace, 'clock'>,
  place: Pick<ChannelAndUser, 'team' | 'channel'>,
  resultId: string,
): Promise<string | null> {
  const { api, clock } = workspace
  const { workspace: scope } = await channelScope(workspace, place)
  const titles = await titlesInTime({ api: cachedBriefs(api), clock }, [{ ...scope, resultId }])
  return titles.get(resultId) ?? null
}

/** Stops tracking a recommendation in one channel, even a configured one. @returns `false` if it wasn't tracked */
export async function stopTracking(
  { store, clock, defaults }: Pick<Workspace, 'store' | 'clock' | 'defaults'>,
  place: ChannelAndUser,
  resultId: string,
): Promise<boolean> {
  const { team, channel, user } = place
  const { recommendations } = await channelScope({ store, defaults }, place)
  if (!recommendations.includes(resultId)) return false
  const audited = (removed: boolean) =>
    removed ? auditEntry(place, 'recommendation.untrack', resultId, 'removed') : null
  return store.channels.stop(team, channel, resultId, user, clock.now(), audited)
}

/** When a person added it, by result id; nobody knows since when a configured one is tracked. */
export async function trackedSince(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: Pick<ChannelScope, 'team' | 'channel'>,
): Promise<ReadonlyMap<string, string>> {
  const tracked = await channels.tracked(team, channel)
  return new Map(tracked.map(({ resultId, addedAt }) => [resultId, addedAt]))
}

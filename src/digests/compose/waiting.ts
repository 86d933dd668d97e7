/** Finds a channel's recommendations and tasks without progress. The digest's owner is asked about each of them once. */
import { trackedSince } from '../../channels/tracked-since.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { Store, WaitingItem } from '../../store/index.ts'
import type { ReadStories } from './stories.ts'

/** After this time, an open recommendation counts as waiting. */
const openFor = { hours: 4 * 7 * 24 }

export interface Waiting {
  /** What the digest's owner is asked about. */
  readonly items: readonly WaitingItem[]
  /** Result ids of open configured recommendations that no digest of the channel has shown before. */
  readonly unknown: readonly string[]
  /** Result ids that the channel no longer tracks. */
  readonly gone: readonly string[]
}

export const nothingWaiting: Waiting = { items: [], unknown: [], gone: [] }

/**
 * Only what the channel tracks. Configured recommendations count as open since a digest of the channel first showed them.
 */
export async function findWaiting(
  store: Pick<Store, 'channels'>,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
  { unmoved }: Pick<ReadStories, 'unmoved'>,
  now: Temporal.Instant,
): Promise<Waiting> {
  const tracked = new Set(scope.recommendations)
  const tasks = unmoved
    .filter(({ task }) => task.askedAt === null && tracked.has(task.resultId))
    .map(({ task, weeks }): WaitingItem => {
      const { organizationId, workspaceId, resultId, generation, taskId, name, finishedAt, startedAt } = task
      return {
        organizationId,
        workspaceId,
        resultId,
        title: name ?? '',
        task: { id: taskId ?? '', generation, weeks },
        since: finishedAt ?? startedAt,
      }
    })
  const open = sections.flatMap((section) =>
    section.ok && section.data.task.kind === 'none' ? [section.data] : [],
  )
  const tracking = await trackedSince(store, scope)
  const before = now.subtract(openFor).toString()
  const recommendations = open.flatMap(
    ({ organizationId, workspaceId, resultId, briefs }): readonly WaitingItem[] => {
      const { addedAt: since, askedAt } = tracking.get(resultId) ?? { addedAt: null, askedAt: null }
      if (since === null || askedAt !== null || since > before) return []
      return [{ organizationId, workspaceId, resultId, title: briefs[0]?.title ?? '', task: null, since }]
    },
  )
  return {
    items: [...recommendations, ...tasks],
    unknown: open.map(({ resultId }) => resultId).filter((resultId) => !tracking.has(resultId)),
    gone: [...tracking.keys()].filter((resultId) => !tracked.has(resultId)),
  }
}

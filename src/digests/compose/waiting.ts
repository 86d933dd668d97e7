/** A channel's recommendations and tasks that have waited so long that the digest's owner is asked about them, once. */
import type { ChannelScope } from '../../model/channel.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { Store, WaitingItem } from '../../store/index.ts'
import type { ReadStories } from './stories.ts'

/** An open recommendation waits after this time. */
const openFor = { hours: 4 * 7 * 24 }

/** Recommendations from the settings are left out: they have no date. */
export async function waitingIn(
  { channels }: Pick<Store, 'channels'>,
  { team, channel }: ChannelScope,
  sections: readonly Section<Recommendation>[],
  { unmoved }: Pick<ReadStories, 'unmoved'>,
  now: Temporal.Instant,
): Promise<readonly WaitingItem[]> {
  const tasks = unmoved
    .filter(({ task }) => task.askedAt === null)
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
  if (open.length === 0) return tasks
  const before = now.subtract(openFor).toString()
  const tracked = await channels.tracked(team, channel)
  const long = new Map(
    tracked
      .filter(({ addedAt, askedAt }) => askedAt === null && addedAt <= before)
      .map((one) => [one.resultId, one.addedAt] as const),
  )
  const recommendations = open.flatMap(
    ({ organizationId, workspaceId, resultId, briefs }): readonly WaitingItem[] => {
      const since = long.get(resultId)
      const title = briefs[0]?.title ?? ''
      return since === undefined ? [] : [{ organizationId, workspaceId, resultId, title, task: null, since }]
    },
  )
  return [...recommendations, ...tasks]
}

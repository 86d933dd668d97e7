/** What was said in the subreddits that tasks name, before them and since: as the service sums it up, without a claim. */
import type { AnalyticsApi, RedditSummary, WorkspaceScope } from '../../api/index.ts'
import type { FollowedTask, Said } from '../../model/before-after.ts'
import { dayOf } from '../dates.ts'
import { readSummaries, subredditKey, textOf } from '../reddit.ts'

/**
 * What was said by the tasks' ids, with one question at most. What can't be read is left out: it never rejects for the
 * service's sake.
 * @param own the channel's subreddits: where they cover what the tasks name, they are asked for as a digest of the channel
 * asks, which then costs nothing
 */
export async function saidSince(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  own: readonly string[],
  tasks: readonly FollowedTask[],
): Promise<ReadonlyMap<string, Said>> {
  const named = [...new Set(tasks.flatMap(({ aim }) => aim.subreddit ?? []))].sort()
  if (named.length === 0) return new Map()
  const covered = new Set(own.map(subredditKey))
  const asked = named.every((name) => covered.has(subredditKey(name))) ? own : named
  const { organizationId, workspaceId } = scope
  const read = await readSummaries(api, { organizationId, workspaceId }, asked).catch(() => [])
  const groups = Map.groupBy(read, ({ subreddit_name }) => subredditKey(subreddit_name ?? ''))
  return new Map(
    tasks.flatMap(({ id, from, aim: { subreddit } }) => {
      if (subreddit === null) return []
      const said = saidAround(groups.get(subredditKey(subreddit)) ?? [], subreddit, from)
      return said === null ? [] : [[id, said] as const]
    }),
  )
}

/** The last summary before a day, and the newest one since; one of that day itself is neither. `null`: there is none. */
function saidAround(summaries: readonly RedditSummary[], subreddit: string, from: string): Said | null {
  const dated = summaries
    .flatMap(({ creation_date, overall_sentiment }) => {
      const [day, sentiment] = [dayOf(creation_date), textOf(overall_sentiment)]
      return day === null || sentiment === null ? [] : [{ day, sentiment }]
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const before = dated.findLast(({ day }) => day < from) ?? null
  const since = dated.findLast(({ day }) => day > from) ?? null
  return before === null && since === null ? null : { subreddit, before, since }
}

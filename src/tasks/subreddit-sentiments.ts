/** The service's Reddit sentiment before and since tasks, in the subreddits that the tasks name. */
import type { AnalyticsApi, RedditSummary, WorkspaceScope } from '../api/index.ts'
import { readSummaries, subredditKey, textOf } from '../insights/reddit.ts'
import { dayOf } from '../lib/dates.ts'
import type { FollowedTask, SubredditSentiments } from '../model/story.ts'

/**
 * By task id, with at most one request. Never rejects when the service fails: what can't be read is omitted.
 * @param channelSubreddits requested instead if they include all that the tasks name: a digest of the channel requests
 * them too, so the answer is cached
 */
export async function subredditSentiments(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  channelSubreddits: readonly string[],
  tasks: readonly FollowedTask[],
): Promise<ReadonlyMap<string, SubredditSentiments>> {
  const named = [...new Set(tasks.flatMap(({ aim }) => aim.subreddit ?? []))].sort()
  if (named.length === 0) return new Map()
  const covered = new Set(channelSubreddits.map(subredditKey))
  const asked = named.every((name) => covered.has(subredditKey(name))) ? channelSubreddits : named
  const { organizationId, workspaceId } = scope
  const read = await readSummaries(api, { organizationId, workspaceId }, asked).catch(() => [])
  const groups = Map.groupBy(read, ({ subreddit_name }) => subredditKey(subreddit_name ?? ''))
  return new Map(
    tasks.flatMap(({ id, from, aim: { subreddit } }) => {
      if (subreddit === null) return []
      const sentiments = sentimentsAround(groups.get(subredditKey(subreddit)) ?? [], subreddit, from)
      return sentiments === null ? [] : [[id, sentiments] as const]
    }),
  )
}

/** The last summary before a day and the newest one after it; `null`: there is neither. */
function sentimentsAround(
  summaries: readonly RedditSummary[],
  subreddit: string,
  from: string,
): SubredditSentiments | null {
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

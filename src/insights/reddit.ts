import type { AnalyticsApi, CallOptions, RedditSummary, WorkspaceScope } from '../api/index.ts'
import { dayOf } from './dates.ts'
import type { RedditItem, RedditNews } from './model.ts'
import { themesOf } from './themes.ts'

/** What a subscription remembers of its last digests. */
interface RedditMemory {
  /** Ids of the summaries it has seen; `null` before its first digest, which only records a baseline. */
  readonly seen: ReadonlySet<string> | null
  /** The last known sentiment by subreddit. */
  readonly lastSentiments: ReadonlyMap<string, string>
}

/** A summary to remember as seen, with what the next digest compares its subreddit by. */
interface SeenSummary {
  readonly summaryId: string
  /** In lower case and without `r/`. */
  readonly subreddit: string
  readonly sentiment: string | null
  /** `YYYY-MM-DD`. */
  readonly creationDate: string | null
}

export interface RedditReading {
  readonly news: RedditNews
  /** What to remember once the news is out: every summary read, also the older ones that make no item. */
  readonly remember: readonly SeenSummary[]
}

/** Reads the summaries of some subreddits (specification, part 4.6). An ApiError is thrown. */
export async function loadReddit(
  api: Pick<AnalyticsApi, 'redditSummaries'>,
  scope: WorkspaceScope,
  subreddits: readonly string[],
  memory: RedditMemory,
  call?: CallOptions,
): Promise<RedditReading> {
  const summaries = await api.redditSummaries(scope, subreddits.map(plainName), call)
  const news = redditNews(summaries, { asked: subreddits, ...memory })
  const remember = summaries.map((summary) => ({
    summaryId: summary.id,
    subreddit: subredditKey(summary.subreddit_name ?? ''),
    sentiment: textOf(summary.overall_sentiment),
    creationDate: dayOf(summary.creation_date),
  }))
  return { news, remember }
}

/**
 * One item per subreddit: its newest summary, whether that is new to this subscription, and how its sentiment turned
 * since the summary before it, or else since the sentiment remembered; of a summary that was seen since what was
 * remembered of it, so that a turn is told once. Summaries of subreddits that nobody asked for,
 * or without a name, are left out; nothing asked means all.
 */
export function redditNews(
  summaries: readonly RedditSummary[],
  memory: RedditMemory & { readonly asked: readonly string[] },
): RedditNews {
  const asked = new Map(memory.asked.map((name) => [subredditKey(name), plainName(name)]))
  const groups = Map.groupBy(summaries, ({ subreddit_name }) => subredditKey(subreddit_name ?? ''))
  const remembered = new Map([...memory.lastSentiments].map(([name, word]) => [subredditKey(name), word]))
  const items = [...groups].flatMap(([key, group]) => {
    const isWanted = key !== '' && (asked.size === 0 || asked.has(key))
    const [newest, ...older] = group.toSorted(newestFirst)
    return isWanted && newest !== undefined ? [itemOf(newest, older, memory.seen, remembered.get(key))] : []
  })
  return {
    baseline: memory.seen === null,
    items: items.sort(
      (a, b) => byDate(a.date, b.date) || (subredditKey(a.subreddit) < subredditKey(b.subreddit) ? -1 : 1),
    ),
    missing: [...asked].flatMap(([key, name]) => (groups.has(key) ? [] : [name])),
  }
}

/** A subreddit's name for comparing: without `r/`, and upper and lower case are the same, as on Reddit. */
function subredditKey(name: string): string {
  return plainName(name).toLowerCase()
}

function plainName(name: string): string {
  return name.trim().replace(/^\/?r\//i, '')
}

function itemOf(
  newest: RedditSummary,
  older: readonly RedditSummary[],
  seen: ReadonlySet<string> | null,
  remembered: string | undefined,
): RedditItem {
  const sentiment = textOf(newest.overall_sentiment)
  const isSeen = seen?.has(newest.id) ?? false
  const before = older.map((summary) => textOf(summary.overall_sentiment)).find((word) => word !== null)
  const previousSentiment = (isSeen ? null : before) ?? textOf(remembered ?? null)
  const turned = turnOf(previousSentiment, sentiment)
  return {
    id: newest.id,
    subreddit: plainName(newest.subreddit_name ?? ''),
    date: dayOf(newest.creation_date),
    description: textOf(newest.description) ?? '',
    sentiment,
    previousSentiment: turned === null ? null : previousSentiment,
    turned,
    themes: themesOf(newest.key_themes),
    weeklyVisitors: textOf(newest.weekly_visitors),
    weeklyContributors: textOf(newest.weekly_contributors),
    isNew: seen !== null && !isSeen,
  }
}

/** From bad to good. The specification names no values (2.6), so any other word may come. */
const SENTIMENTS = ['negative', 'mixed', 'neutral', 'positive']

function turnOf(before: string | null, now: string | null): RedditItem['turned'] {
  if (before === null || now === null || before.toLowerCase() === now.toLowerCase()) return null
  const [from, to] = [before, now].map((word) => SENTIMENTS.indexOf(word.toLowerCase()))
  if (from === undefined || to === undefined || from < 0 || to < 0) return 'changed'
  return to > from ? 'better' : 'worse'
}

/** Of the same day the one that the memory takes for the newer one, too. */
function newestFirst(a: RedditSummary, b: RedditSummary): number {
  return byDate(a.creation_date, b.creation_date) || (a.id < b.id ? 1 : -1)
}

/** Newest first, what has no date last. */
function byDate(a: string | null, b: string | null): number {
  const [first, second] = [dayOf(a) ?? '', dayOf(b) ?? '']
  return first < second ? 1 : first > second ? -1 : 0
}

function textOf(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

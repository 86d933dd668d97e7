/** The Reddit part of a digest: what is new since the last one. */
import type { RedditItem, RedditNews } from '../../model/reddit.ts'
import type { Section } from '../../model/reports.ts'
import type { Run } from '../kit/budget.ts'
import { context, heading, unavailable } from '../kit/elements.ts'
import { counted, names } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'
import { missingSubreddits, redditText, turnWords } from '../reddit/reddit.ts'
import { redditPart, subredditName } from '../reddit/reddit-item.ts'

const descriptionLength = 600

/**
 * @param reddit `null`: the digest has no Reddit part
 * @param rest where to find the summaries that don't fit
 */
export function redditRuns(reddit: Section<RedditNews> | null, rest: string): readonly Run[] {
  if (reddit === null) return []
  if (!reddit.ok) return [{ lead: [{ type: 'divider' }, unavailable('Reddit', reddit.reason)] }]
  const { data } = reddit
  const notes = notesOf(data)
  return [
    {
      lead: [{ type: 'divider' }, heading(redditHeadlineOf(data))],
      items: redditNewsOf(data).map((item) =>
        redditPart(item, { longest: descriptionLength, sayNew: true, thisYear: data.thisYear }),
      ),
      priority: 2,
      more: (omittedCount) => [
        context(`${counted(omittedCount, 'more summary', 'more summaries')} ${rest}.`),
      ],
    },
    { lead: notes.length === 0 ? [] : [context(...notes)] },
  ]
}

/** The same for a message's `text`. */
export function redditSummary(reddit: Section<RedditNews> | null): string[] {
  if (reddit === null) return []
  if (!reddit.ok) return [`Reddit is unavailable.`]
  return [
    redditHeadlineOf(reddit.data),
    ...redditText({ items: redditNewsOf(reddit.data) }),
    ...notesOf(reddit.data),
  ]
}

/** What is news: a new summary, or a sentiment that turned. In a first digest nothing is. */
export function redditNewsOf({ baseline, items }: RedditNews): readonly RedditItem[] {
  return baseline ? [] : items.filter(({ isNew, turned }) => isNew || turned !== null)
}

export function redditHeadlineOf(news: RedditNews): string {
  const { baseline, items } = news
  if (items.length === 0) return 'Reddit: no summaries yet.'
  const volume = counted(items.length, 'summary', 'summaries')
  if (baseline)
    return `Reddit: first look at ${counted(items.length, 'subreddit')}. The next digest will show what’s new.`
  const fresh = items.filter(({ isNew }) => isNew).length
  if (redditNewsOf(news).length === 0)
    return `Reddit: nothing new since the last digest, ${volume} unchanged.`
  const parts = [fresh === 0 ? null : counted(fresh, 'new summary', 'new summaries'), turnWords(news)]
  return `Reddit: ${parts.filter((part) => part !== null).join(', ')}.`
}

const ways = ['worse', 'better', 'changed'] as const

/** The most important sentiment that turned for certain, bad news first; `null`: none did. */
export function turnedFirst(reddit: Section<RedditNews> | null): RedditItem | null {
  if (!reddit?.ok) return null
  const turned = redditNewsOf(reddit.data).flatMap((item) =>
    item.certainTurn === null ? [] : [{ ...item, ...item.certainTurn }],
  )
  return badNewsFirst(turned)[0] ?? null
}

/** Ordered by how the sentiment turned: worse, better, otherwise, not at all. In each group, negative ones come first. */
export function badNewsFirst(items: readonly RedditItem[]): readonly RedditItem[] {
  const isNegative = ({ sentiment }: RedditItem) => sentiment?.toLowerCase() === 'negative'
  const order = (item: RedditItem) => {
    const turn = item.turned === null ? ways.length : ways.indexOf(item.turned)
    return 2 * turn + (isNegative(item) ? 0 : 1)
  }
  return items.toSorted((a, b) => order(a) - order(b))
}

/** What a first digest says about Reddit: `Reddit: first look at 4 subreddits. Sentiment now: r/running (positive).` */
export function redditBaseline(news: RedditNews): string {
  return [redditHeadlineOf(news), ...notesOf(news)].join(' ')
}

/** Sentences about what is not shown as news, so that nothing is omitted silently. */
function notesOf(news: RedditNews): string[] {
  const { baseline, items } = news
  const rest = items.length - redditNewsOf(news).length
  if (baseline) {
    const now = items.map(({ subreddit, sentiment, previousSentiment, turned }) => {
      const before =
        turned === null || previousSentiment === null ? '' : `, was ${oneLine(previousSentiment, 60, 'n/a')}`
      return `${subredditName(subreddit)} (${oneLine(sentiment ?? '', 60, 'n/a')}${before})`
    })
    return [...(now.length > 0 ? [`Sentiment now: ${names(now, 8, 130)}.`] : []), ...missingSubreddits(news)]
  }
  const unchanged =
    rest > 0 && rest < items.length
      ? [`${counted(rest, 'summary', 'summaries')} unchanged since the last digest.`]
      : []
  return [...unchanged, ...missingSubreddits(news)]
}

/** The Reddit part of a digest: what is new since the last one. */
import type { RedditItem, RedditNews } from '../../model/reddit.ts'
import type { Section } from '../../model/reports.ts'
import type { Run } from '../kit/budget.ts'
import { context, heading, unavailable } from '../kit/elements.ts'
import { counted, names } from '../kit/numbers.ts'
import { missingSubreddits, redditText, turnWords } from '../reddit/reddit.ts'
import { redditPart, sentimentWords, subredditName, turnInSentence } from '../reddit/reddit-item.ts'

const descriptionLength = 600

/**
 * @param reddit `null`: the digest has no Reddit part
 * @param rest where to find the summaries that do not fit
 */
export function redditRuns(reddit: Section<RedditNews> | null, rest: string): readonly Run[] {
  if (reddit === null) return []
  if (!reddit.ok) return [{ lead: [{ type: 'divider' }, unavailable('Reddit', reddit.reason)] }]
  const { data } = reddit
  const notes = notesOf(data)
  return [
    {
      lead: [{ type: 'divider' }, heading(redditHeadlineOf(data))],
      items: redditNewsOf(data).map((item) => redditPart(item, descriptionLength, true)),
      priority: 2,
      more: (left) => [context(`${counted(left, 'more summary', 'more summaries')} ${rest}.`)],
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
  if (baseline) return `Reddit: baseline recorded, ${volume}. The next digest shows what is new since.`
  const fresh = items.filter(({ isNew }) => isNew).length
  if (redditNewsOf(news).length === 0)
    return `Reddit: nothing new since the last digest, ${volume} unchanged.`
  return `Reddit: ${counted(fresh, 'new summary', 'new summaries')}, ${turnWords(news)}.`
}

/** `▼ The sentiment in r/marathon worsened, from positive to negative.`, the bad news first; `null`: none turned. */
export function turnedSentence(reddit: Section<RedditNews> | null): string | null {
  if (!reddit?.ok) return null
  const turned = redditNewsOf(reddit.data).filter((item) => item.turned !== null)
  const [first] = (['worse', 'better', 'changed'] as const).flatMap((way) =>
    turned.filter((item) => item.turned === way),
  )
  if (first === undefined) return null
  const others = turned.length - 1
  const more = others === 0 ? '' : `; ${counted(others, 'more subreddit')} turned, too`
  return `${turnInSentence(first)}${more}.`
}

/** Everything that is not shown as news, in words: nothing is left out silently. */
function notesOf(news: RedditNews): string[] {
  const { baseline, items } = news
  const rest = items.length - redditNewsOf(news).length
  if (baseline) {
    const now = items.map(
      (item) =>
        `${subredditName(item.subreddit)} (${sentimentWords(item).replace(/^.*entiment[^:]*: /, '')})`,
    )
    return [...(now.length > 0 ? [`Sentiment now: ${names(now, 8, 130)}.`] : []), ...missingSubreddits(news)]
  }
  const unchanged =
    rest > 0 && rest < items.length
      ? [`${counted(rest, 'summary', 'summaries')} unchanged since the last digest.`]
      : []
  return [...unchanged, ...missingSubreddits(news)]
}

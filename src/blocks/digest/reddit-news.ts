import type { RedditItem, RedditNews } from '../../model/reddit.ts'
import type { Section } from '../../model/reports.ts'
import { counted, names } from '../kit/numbers.ts'
import { bold, type Line } from '../kit/spans.ts'
import { clip, oneLine } from '../kit/text.ts'
import { subredditName, turnedFrom, turnInSentence, turnWords } from '../reddit/reddit.ts'
import type { DigestData } from './data.ts'

/** Ways to turn, and subreddits of each: the thread has the others. */
const turnsInMain = 2
const namesInMain = 1

/** `Reddit: r/crm and r/saas turned from positive to negative.` Subreddits without a turn are in the thread. */
export function redditLine(data: DigestData): readonly Line[] {
  const { reddit, detailsInThread } = data
  // A first look at Reddit isn’t news, so the footer has it.
  if (!reddit?.ok || reddit.data.baseline) return []
  // The turn in the headline isn't repeated.
  const first = turnInHeadline(data)
  const news = redditNewsOf(reddit.data)
  const turned = badNewsFirst(news).filter(({ id, turned }) => turned !== null && id !== first?.id)
  const alike = [...Map.groupBy(turned, turnedFrom)]
  const shown = alike.slice(0, turnsInMain).map(
    ([way, items]) =>
      `${names(
        items.map(({ subreddit }) => subredditName(subreddit)),
        namesInMain,
      )} turned ${way}`,
  )
  const omittedCount = alike.slice(turnsInMain).flatMap(([, items]) => items).length
  const more = omittedCount === 0 ? [] : [counted(omittedCount, 'more subreddit')]
  const unread = detailsInThread === false && shown.length === 0 && first === null && news.length > 0
  const words = unread
    ? redditHeadlineOf(reddit.data).replace(/^Reddit: /, '')
    : `${[...shown, ...more].join('; ')}.`
  return shown.length === 0 && !unread ? [] : [[bold('Reddit: '), clip(words, 240)]]
}

/** What is news: a new summary, or a sentiment that turned. In a first digest nothing is. */
export function redditNewsOf({ baseline, items }: RedditNews): readonly RedditItem[] {
  return baseline ? [] : items.filter(({ isNew, turned }) => isNew || turned !== null)
}

export function redditHeadlineOf(news: RedditNews): string {
  const { baseline, items } = news
  if (items.length === 0) return 'Reddit: no summaries yet.'
  const volume = counted(items.length, 'summary', 'summaries')
  if (baseline) return `First look at Reddit: ${sentimentCounts(news)}.`
  const fresh = items.filter(({ isNew }) => isNew).length
  if (redditNewsOf(news).length === 0)
    return `Reddit: nothing new since the last digest, ${volume} unchanged.`
  const parts = [fresh === 0 ? null : counted(fresh, 'new summary', 'new summaries'), turnWords(news)]
  return `Reddit: ${parts.filter((part) => part !== null).join(', ')}.`
}

const ways = ['worse', 'better', 'changed'] as const

/** The most important sentiment that turned for certain, bad news first; `null`: none did. */
function turnedFirst(reddit: Section<RedditNews> | null): RedditItem | null {
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

/** `positive in 1 subreddit, mixed in 3, no summary yet in 1` */
function sentimentCounts({ items, missing }: RedditNews): string {
  const groups = Map.groupBy(items, ({ sentiment }) => oneLine(sentiment ?? '', 40, 'unknown').toLowerCase())
  const counts = [...groups].map(([sentiment, alike]) => ({ words: sentiment, count: alike.length }))
  const others = counts.slice(4).reduce((sum, { count }) => sum + count, 0)
  return [
    ...counts.slice(0, 4),
    { words: 'other', count: others },
    { words: 'no summary yet', count: missing.length },
  ]
    .filter(({ count }) => count > 0)
    .map(({ words, count }, index) => `${words} in ${index === 0 ? counted(count, 'subreddit') : count}`)
    .join(', ')
}

type News = Pick<DigestData, 'report' | 'reddit'>

/** News bigger than the report's own: a sentiment that turned; `null`: none. */
export function biggerNews(data: News): string | null {
  const turned = turnInHeadline(data)
  return turned === null ? null : `${turnInSentence(turned)}.`
}

/** One that turned negative comes before a rival's move, any before a quiet period; the own brand before all. */
function turnInHeadline({ report, reddit }: News): RedditItem | null {
  const turned = turnedFirst(reddit)
  if (turned === null || !report?.ok || isQuiet(report.data.headline.kind)) return turned
  const isNegative = turned.turned === 'worse' && turned.sentiment?.toLowerCase() === 'negative'
  return isNegative && report.data.headline.kind === 'rival_change' ? turned : null
}

function isQuiet(kind: string): boolean {
  return kind === 'quiet' || kind === 'no_data'
}

/** The answer to "what does Reddit say?". */

import type { Block, Message } from '../../model/message.ts'
import type { RedditItem, RedditNews } from '../../model/reddit.ts'
import { type AnswerOptions, answerFooter, context, heading, listMessage } from '../kit/elements.ts'
import { counted, dateWords, names } from '../kit/formats.ts'
import { bold, compact, manyLines, oneLine, richText } from '../kit/text.ts'

const descriptionLength = 1_200

/** Newest first, as many as fit. Nothing is marked as new: only a digest remembers what it has shown. */
export function redditAnswer(news: RedditNews, options: AnswerOptions): Message {
  return listMessage({
    lead: [heading(redditHeadline(news))],
    items: news.items.map((item) =>
      redditBlock(item, { longest: descriptionLength, sayNew: false, thisYear: news.thisYear }),
    ),
    more: (count) => `${counted(count, 'more summary', 'more summaries')} not shown.`,
    end: [
      news.items.length > 0 && news.missing.length > 0 && context(`No summary yet: ${missingNames(news)}.`),
      ...answerFooter(options),
    ],
  })
}

const missingNames = ({ missing }: RedditNews): string => names(missing.map(subredditName), 8)

/** `Reddit: positive in r/crm and r/saas; negative in r/startups (was mixed).` */
function redditHeadline(news: RedditNews): string {
  const { items, missing } = news
  if (items.length === 0)
    return `Reddit: no ${missing.length === 0 ? 'summaries' : `summary of ${missingNames(news)}`} yet.`
  const bySentiment = [
    ...Map.groupBy(items, ({ sentiment }) => oneLine(sentiment ?? '', 40, 'unknown').toLowerCase()),
  ]
  const parts = bySentiment.map(([sentiment, alike]) => {
    const where = alike.map(({ subreddit, previousSentiment, turned }) =>
      turned === null || previousSentiment === null
        ? subredditName(subreddit)
        : `${subredditName(subreddit)} (was ${oneLine(previousSentiment, 40, 'n/a').toLowerCase()})`,
    )
    return `${sentiment} in ${names(where, 3, 110)}`
  })
  return `Reddit: ${parts.join('; ')}.`
}

/** `sentiment improved in 1 subreddit and worsened in 2`, `sentiment unchanged`; `null`: nothing to compare with. */
export function turnWords({ items }: RedditNews): string | null {
  const parts = Object.entries(ways).flatMap(([turned, [, verb]]) => {
    const count = items.filter((item) => item.turned === turned).length
    return count === 0 ? [] : [{ verb, count }]
  })
  const lines = parts.map(
    ({ verb, count }, index) => `${verb} in ${index === 0 ? counted(count, 'subreddit') : count}`,
  )
  if (lines.length > 0) return `sentiment ${names(lines)}`
  return items.some(({ previousSentiment }) => previousSentiment !== null) ? 'sentiment unchanged' : null
}

/** The sentiment and its change, from old to new: `▲ Sentiment improved: neutral → positive`. */
function sentimentWords({ sentiment, previousSentiment, turned }: RedditItem): string {
  if (sentiment === null) return 'Sentiment: n/a'
  const now = oneLine(sentiment, 60, 'n/a')
  if (previousSentiment === null || turned === null) return `Sentiment: ${now}`
  const [glyph, verb] = ways[turned]
  return `${glyph}Sentiment ${verb}: ${oneLine(previousSentiment, 60, 'n/a')} → ${now}`
}

/** `▼ Sentiment in r/marathon worsened from positive to negative`, for a subreddit whose sentiment has turned. */
export function turnInSentence(item: RedditItem): string {
  const { glyph, verb, from, to } = turnOf(item)
  return `${glyph}Sentiment in ${subredditName(item.subreddit)} ${verb} from ${from} to ${to}`
}

/** `from positive to negative` */
export function turnedFrom(item: RedditItem): string {
  const { from, to } = turnOf(item)
  return `from ${from} to ${to}`
}

const ways = {
  better: ['▲ ', 'improved'],
  worse: ['▼ ', 'worsened'],
  changed: ['', 'changed'],
} as const

function turnOf({ sentiment, previousSentiment, turned }: RedditItem) {
  const [glyph, verb] = ways[turned ?? 'changed']
  const word = (one: string | null) => oneLine(one ?? '', 60, 'n/a').toLowerCase()
  return { glyph, verb, from: word(previousSentiment), to: word(sentiment) }
}

/** `r/running`, however the service writes it. */
export function subredditName(subreddit: string): string {
  const name = oneLine(subreddit, 60, '').replace(/^\/?r\//i, '')
  return name === '' ? '(unnamed subreddit)' : `r/${name}`
}

interface RedditBlockOptions {
  /** How much of the description is shown, in characters. */
  readonly longest: number
  readonly sayNew: boolean
  readonly thisYear: number | undefined
}

export function redditBlock(item: RedditItem, { longest, sayNew, thisYear }: RedditBlockOptions): Block {
  const when = item.date === null ? '' : ` · ${dateWords(item.date, thisYear)}`
  const crowd = compact(
    item.weeklyVisitors !== null && `${oneLine(item.weeklyVisitors, 50, 'n/a')} weekly visitors`,
    item.weeklyContributors !== null && `${oneLine(item.weeklyContributors, 50, 'n/a')} weekly contributors`,
  )
  return richText([
    [bold(subredditName(item.subreddit)), `${when}${sayNew && item.isNew ? ' · new' : ''}`],
    [sentimentWords(item)],
    [manyLines(item.description, longest)],
    item.themes.length > 0 && [`Themes: ${names(item.themes, 8, 40)}`],
    crowd.length > 0 && [crowd.join(' · ')],
  ])
}

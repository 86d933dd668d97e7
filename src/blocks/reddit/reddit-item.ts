/** One subreddit's summary. */
import type { RedditItem } from '../../model/reddit.ts'
import type { Part } from '../kit/budget.ts'
import { names } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { richText, type Span } from '../kit/spans.ts'
import { manyLines, oneLine } from '../kit/text.ts'

/** The sentiment and its change, from old to new: `▲ Sentiment improved: neutral → positive`. */
export function sentimentWords({ sentiment, previousSentiment, turned }: RedditItem): string {
  if (sentiment === null) return 'Sentiment: n/a'
  const now = oneLine(sentiment, 60, 'n/a')
  if (previousSentiment === null || turned === null) return `Sentiment: ${now}`
  const change = `${oneLine(previousSentiment, 60, 'n/a')} → ${now}`
  if (turned === 'better') return `▲ Sentiment improved: ${change}`
  if (turned === 'worse') return `▼ Sentiment worsened: ${change}`
  return `Sentiment changed: ${change}`
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

interface RedditPartOptions {
  /** How much of the description is shown, in characters. */
  readonly longest: number
  readonly sayNew: boolean
  readonly thisYear: number | undefined
}

export function redditPart(item: RedditItem, { longest, sayNew, thisYear }: RedditPartOptions): Part {
  const when = item.date === null ? '' : ` · ${dateWords(item.date, thisYear)}`
  const lines: Span[][] = [
    [
      { text: subredditName(item.subreddit), style: 'bold' },
      `${when}${sayNew && item.isNew ? ' · new' : ''}`,
    ],
    [sentimentWords(item)],
    [manyLines(item.description, longest)],
  ]
  if (item.themes.length > 0) lines.push([`Themes: ${names(item.themes, 8, 40)}`])
  const crowd = [
    ...(item.weeklyVisitors === null ? [] : [`${oneLine(item.weeklyVisitors, 50, 'n/a')} weekly visitors`]),
    ...(item.weeklyContributors === null
      ? []
      : [`${oneLine(item.weeklyContributors, 50, 'n/a')} weekly contributors`]),
  ]
  if (crowd.length > 0) lines.push([crowd.join(' · ')])
  return { blocks: [richText(lines)] }
}

/** The answer to "what does Reddit say?". */

import type { Message } from '../../model/message.ts'
import type { RedditNews } from '../../model/reddit.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { textOf } from '../kit/block-text.ts'
import { compose } from '../kit/budget.ts'
import { context, heading } from '../kit/elements.ts'
import { counted, names } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'
import { redditPart, subredditName } from './reddit-item.ts'

const descriptionLength = 1_200

/** Newest first, as many as fit. Nothing is marked as new: only a digest remembers what it has shown. */
export function redditAnswer(news: RedditNews, options: AnswerOptions): Message {
  const headline = redditHeadline(news)
  const { blocks } = compose([
    { lead: [heading(headline)] },
    {
      items: news.items.map((item) =>
        redditPart(item, { longest: descriptionLength, sayNew: false, thisYear: news.thisYear }),
      ),
      more: (omittedCount) => [
        context(`${counted(omittedCount, 'more summary', 'more summaries')} not shown.`),
      ],
    },
    { lead: [...missingSubreddits(news).map((line) => context(line)), ...answerFooter(options)] },
  ])
  return { text: textOf(blocks), blocks }
}

/** `Reddit: positive in r/crm and r/saas; negative in r/startups (was mixed).` */
function redditHeadline({ items }: RedditNews): string {
  if (items.length === 0) return 'Reddit: no summaries yet.'
  const bySentiment = [
    ...Map.groupBy(items, ({ sentiment }) => oneLine(sentiment ?? '', 40, 'unknown').toLowerCase()),
  ]
  const parts = bySentiment.slice(0, 3).map(([sentiment, alike]) => {
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
  const ways = [
    ['better', 'improved in'],
    ['worse', 'worsened in'],
    ['changed', 'changed in'],
  ] as const
  const parts = ways.flatMap(([turned, words]) => {
    const count = items.filter((item) => item.turned === turned).length
    return count === 0 ? [] : [{ words, count }]
  })
  const lines = parts.map(
    ({ words, count }, index) => `${words} ${index === 0 ? counted(count, 'subreddit') : count}`,
  )
  if (lines.length > 0) return `sentiment ${names(lines)}`
  return items.some(({ previousSentiment }) => previousSentiment !== null) ? 'sentiment unchanged' : null
}

export function missingSubreddits({ missing }: RedditNews): string[] {
  return missing.length === 0 ? [] : [`No summary yet: ${names(missing.map(subredditName), 8)}.`]
}

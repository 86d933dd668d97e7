/** The digest in its full length: charts, tables and Reddit in one message. */
import type { Message } from '../../model/message.ts'
import { type Composed, compose, type Part, paginate, type Run } from '../kit/budget.ts'
import { buttons, context, header, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { markedRecommendationPart, recommendationName } from '../tasks/recommendation.ts'
import type { DigestData, DigestMessages } from './data.ts'
import { engineBlocks, engineText } from './engines.ts'
import { evaluationBlocks, evaluationLines } from './evaluations.ts'
import { digestFooter, digestTitle } from './frame.ts'
import { biggerNews } from './headline.ts'
import { actionLines, listButton, newCount, unreported } from './recommendations.ts'
import { redditRuns, redditSummary } from './reddit.ts'
import { storyButton, storyLines, storyParts } from './stories.ts'
import { howSure, visibilityBlocks, visibilityLines, visibilityThread } from './visibility.ts'

const recommendationsInMain = 3
/** More replies for one part would be noise. The last one counts what is left. */
const otherReplies = 4

export function fullDigest(data: DigestData): DigestMessages {
  const runs = mainRuns(data)
  const composed = compose(runs)
  const main = { text: digestText(data), blocks: composed.blocks }
  if (data.detailsInThread === false) return { main, replies: [] }
  return {
    main,
    replies: [
      ...visibilityThread(data.report, data.trend ?? null),
      ...storyThread(data),
      ...restThread(runs, composed),
    ],
  }
}

/** The order in which the parts are shown; priorities decide which parts get space first. */
function mainRuns(data: DigestData): readonly NamedRun[] {
  const { label, report, figures, engines = null, reddit } = data
  const { news, detailsInThread } = data
  const rest = detailsInThread === false ? 'not shown' : 'in the thread'
  const fresh = unreported(data)
  const lines = [...storyLines(data), ...actionLines(data)]
  const hidden = detailsInThread === false ? Math.max(0, fresh.length - recommendationsInMain) : 0
  return [
    {
      lead: [
        ...(label == null ? [] : [context(label)]),
        header(digestTitle(data)),
        ...visibilityBlocks(report, rest, biggerNews(data)),
        ...buttons([howSure(report, figures)]),
        ...engineBlocks(engines),
      ],
    },
    ...redditRuns(reddit, rest).map((run) => ({ ...run, thread: 'reddit' as const })),
    {
      thread: 'recommendations',
      lead: fresh.length === 0 ? [] : [{ type: 'divider' }, heading(`${newCount(data)}.`)],
      items: fresh.map((section, copy) =>
        markedRecommendationPart(section, copy, section.ok ? news?.get(section.data.resultId) : undefined),
      ),
      maxItems: recommendationsInMain,
      priority: 1,
      more: (omittedCount) => [context(`${counted(omittedCount, 'more recommendation')} ${rest}.`)],
    },
    {
      lead: [
        ...(lines.length === 0 ? [] : [{ type: 'divider' } as const, richText(lines)]),
        ...buttons([storyButton(data), listButton(data, hidden)]),
        ...evaluationBlocks(data.evaluations ?? null),
        ...digestFooter(data),
      ],
    },
  ]
}

/** A run, and the thread for its items that don't fit in the main message. */
interface NamedRun extends Run {
  readonly thread?: 'reddit' | 'recommendations'
}

/** The stories of the tasks that the main message mentions. */
function storyThread(data: DigestData): readonly Message[] {
  const parts = storyParts(data)
  if (parts.length === 0) return []
  const { blocks } = compose([{ items: parts }])
  return [{ text: summary(parts.flatMap(({ text }) => text)), blocks }]
}

/** The items that don't fit in the main message. */
function restThread(runs: readonly NamedRun[], { omitted }: Composed): readonly Message[] {
  const rest = (thread: NamedRun['thread']) =>
    runs.flatMap((run, index) => (run.thread === thread ? (omitted[index] ?? []) : []))
  return [
    ...thread('More from Reddit', rest('reddit'), 'more summary', 'more summaries'),
    ...thread('More recommendations', rest('recommendations'), 'more recommendation', 'more recommendations'),
  ]
}

function thread(title: string, items: readonly Part[], one: string, many: string): readonly Message[] {
  const messages = paginate(items, {
    lead: (page) => [heading(page === 1 ? title : `${title}, continued`)],
    pages: otherReplies,
    more: (omittedCount) => [context(`${counted(omittedCount, one, many)} not shown.`)],
  })
  return messages.map((blocks) => ({ text: title, blocks }))
}

function digestText(data: DigestData): string {
  const { label, report, engines = null, reddit } = data
  const fresh = unreported(data)
  const lines = [
    ...(label == null ? [] : [mrkdwn([oneLine(label, 200)])]),
    ...(report === null
      ? []
      : report.ok
        ? visibilityLines(report.data, biggerNews(data))
        : [mrkdwn([`Brand visibility is unavailable: ${oneLine(report.reason, 400)}`])]),
    ...engineText(engines).map((line) => mrkdwn([line])),
    ...redditSummary(reddit).map((line) => mrkdwn([line])),
    ...(fresh.length === 0 ? [] : [mrkdwn([`${newCount(data)}.`])]),
    ...fresh.slice(0, recommendationsInMain).map((section) => mrkdwn([recommendationName(section)])),
    ...[...storyLines(data), ...actionLines(data)].map(mrkdwn),
    ...evaluationLines(data.evaluations ?? null).map((line) => mrkdwn([line])),
  ]
  return summary(lines.length === 0 ? [mrkdwn([digestTitle(data)])] : lines)
}

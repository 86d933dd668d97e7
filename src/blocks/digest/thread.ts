/**
 * The thread of a digest, in the order of a reader's questions: all brands, the weeks, task stories, engines,
 * evaluations, Reddit, recommendations.
 */
import type { Block, Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import { isTable, textOf } from '../kit/block-text.ts'
import { compose, type Part, paginate } from '../kit/budget.ts'
import { context, heading, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText } from '../kit/spans.ts'
import { redditPart } from '../reddit/reddit-item.ts'
import { markedRecommendationPart } from '../tasks/recommendation.ts'
import { headlineNotes } from '../visibility/report-copy.ts'
import { isAboutWeeks } from '../visibility/trend.ts'
import { measuredWithHelp } from '../visibility/visibility.ts'
import type { DigestData } from './data.ts'
import { engineBlocks } from './engines.ts'
import { evaluationBlocks, evaluationLines } from './evaluations.ts'
import { chartedCount } from './focus.ts'
import { notesInMain } from './headline.ts'
import { recommended, unreported } from './recommendations.ts'
import { badNewsFirst, redditHeadlineOf, redditNewsOf } from './reddit.ts'
import { storyParts } from './stories.ts'
import { standingsPages, type ThreadPart, trendPart } from './visibility.ts'

/** Maximum number of replies. Each is a post, and Slack accepts one per second in a channel. */
const replies = 4
const tables = 2
/** Characters that a table may use of a message's 10,000, so that weeks and engines fit in the same message. */
const tableText = 6_000
const descriptionLength = 600

export function digestThread(data: DigestData): readonly Message[] {
  const first = figures(data)
  const shown = recommended(data)
  const more = unreported(data).filter((section) => section.ok && section.data !== shown)
  return [...first, ...otherReplies(data, more, replies - first.length)]
}

/** How many brands the thread shows. */
export function brandsInThread(report: VisibilityReport): number {
  if (report.standings.length <= chartedCount) return 0
  const rows = (block: Block) => (isTable(block) ? block.rows.length - 1 : 0)
  return pagesOf(report).reduce((sum, { blocks }) => sum + blocks.reduce((all, one) => all + rows(one), 0), 0)
}

function pagesOf(report: VisibilityReport): readonly ThreadPart[] {
  return standingsPages(report, tables, tableText)
}

function figures(data: DigestData): Message[] {
  const { report, trend, engines = null, evaluations } = data
  const isCharted = report?.ok === true && isAboutWeeks(report.data)
  const evaluationTexts = evaluationLines(evaluations ?? null)
  return pack(
    [
      ...(report?.ok ? standings(report.data) : []),
      // If the headline is about the weeks, their chart is in the main message.
      ...(report?.ok && trend != null && !isCharted ? [trendPart(trend)] : []),
      ...storyParts(data),
      ...(engines?.ok ? [partOf(engineBlocks(engines.data))] : []),
      ...(evaluationTexts.length > 1 ? [partOf(evaluationBlocks(evaluations ?? null))] : []),
    ],
    replies - 1,
  )
}

function partOf(blocks: readonly Block[]): ThreadPart {
  return { blocks, text: [textOf(blocks)] }
}

/** All brands, unless the chart has them, and the notes that are not in the main message. */
function standings(report: VisibilityReport): readonly ThreadPart[] {
  const notes = headlineNotes(report).slice(report.why === undefined ? notesInMain : 0)
  const lines = notes.length === 0 ? [] : [richText(notes.map((note) => [note]))]
  if (report.standings.length <= chartedCount)
    return notes.length === 0 ? [] : [partOf([...lines, ...measuredWithHelp(report)])]
  return pagesOf(report).map(({ blocks, text }, index) =>
    index > 0
      ? { blocks, text }
      : {
          blocks: [...blocks, ...lines, ...measuredWithHelp(report)],
          text: [...text, ...notes.map((note) => mrkdwn([note]))],
        },
  )
}

/** Packs the parts, in order, into as few messages as possible. */
function pack(parts: readonly ThreadPart[], most: number): Message[] {
  const messages: Message[] = []
  let rest = parts
  while (rest.length > 0 && messages.length < most) {
    const { blocks, omitted } = compose([{ items: rest }])
    const taken = rest.slice(0, rest.length - (omitted[0]?.length ?? 0))
    if (taken.length === 0) break
    messages.push({ text: summary(taken.flatMap(({ text }) => text)), blocks })
    rest = rest.slice(taken.length)
  }
  return messages
}

/** Reddit in full, and the recommendations that the main message doesn't show. */
function otherReplies(
  { reddit, news }: DigestData,
  recommendations: readonly Section<Recommendation>[],
  most: number,
): readonly Message[] {
  const items = reddit?.ok ? badNewsFirst(redditNewsOf(reddit.data)) : []
  const thisYear = reddit?.ok ? reddit.data.thisYear : undefined
  const summaries = items.map((item) =>
    redditPart(item, { longest: descriptionLength, sayNew: true, thisYear }),
  )
  const more = recommendations.map((section, copy) =>
    markedRecommendationPart(section, copy, section.ok ? news?.get(section.data.resultId) : undefined),
  )
  const redditTitle = reddit?.ok ? redditHeadlineOf(reddit.data) : ''
  const moreTitle = counted(more.length, 'more recommendation')
  const titles = [
    ...(summaries.length === 0 ? [] : [redditTitle]),
    ...(more.length === 0 ? [] : [`${moreTitle}.`]),
  ]
  const messages = paginate([...withTitle(redditTitle, summaries), ...withTitle(moreTitle, more)], {
    lead: () => [],
    pages: most,
    more: (omittedCount) => {
      const unshown = Math.min(omittedCount, more.length)
      return [
        context(
          ...(omittedCount > unshown
            ? [`${counted(omittedCount - unshown, 'more summary', 'more summaries')} not shown.`]
            : []),
          ...(unshown > 0 ? [`${counted(unshown, 'more recommendation')} not shown.`] : []),
        ),
      ]
    },
  })
  return messages.map((blocks) => ({ text: summary(titles.map((title) => mrkdwn([title]))), blocks }))
}

/** Adds a heading that stays with the first part. */
function withTitle(title: string, parts: readonly Part[]): readonly Part[] {
  return parts.map((part, index) => {
    if (index > 0) return part
    const lead = heading(title)
    return {
      blocks: [lead, ...part.blocks],
      ...(part.laterVersions === undefined
        ? {}
        : { laterVersions: part.laterVersions.map((blocks) => [lead, ...blocks]) }),
    }
  })
}

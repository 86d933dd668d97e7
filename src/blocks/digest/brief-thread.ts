/**
 * The thread of a brief digest, in the order of a reader's questions: all brands, the weeks, task stories, engines,
 * evaluations, Reddit, recommendations.
 */
import type { Block, Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
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
import { engineBlocks, engineText } from './engines.ts'
import { evaluationBlocks, evaluationLines } from './evaluations.ts'
import { badNewsFirst, redditHeadlineOf, redditNewsOf } from './reddit.ts'
import { storyParts } from './stories.ts'
import { standingsPages, type ThreadPart, trendPart } from './visibility.ts'

/** Maximum number of replies. Each is a post, and Slack accepts one per second in a channel. */
const replies = 4
const tables = 2
/** Characters that a table may use of a message's 10,000, so that weeks and engines fit in the same message. */
const tableText = 6_000
const descriptionLength = 600

/** What the main message shows of lists that continue in the thread. */
export interface ShownInMain {
  /** New recommendations that it doesn't show. */
  readonly recommendations: readonly Section<Recommendation>[]
  /** How many brands, headline notes and evaluations it shows. */
  readonly brands: number
  readonly notes: number
  readonly evaluations: number
}

export function briefThread(data: DigestData, main: ShownInMain): readonly Message[] {
  const first = figures(data, main)
  return [...first, ...otherReplies(data, main.recommendations, replies - first.length)]
}

/** How many brands the thread shows. */
export function brandsInThread(report: VisibilityReport): number {
  const rows = (block: Block) => (block.type === 'data_table' ? block.rows.length - 1 : 0)
  return pagesOf(report).reduce((sum, { blocks }) => sum + blocks.reduce((all, one) => all + rows(one), 0), 0)
}

function pagesOf(report: VisibilityReport): readonly ThreadPart[] {
  return standingsPages(report, tables, tableText)
}

function figures(data: DigestData, main: ShownInMain): Message[] {
  const { report, trend, engines = null, evaluations } = data
  const isCharted = report?.ok === true && isAboutWeeks(report.data)
  const evaluationTexts = evaluationLines(evaluations ?? null).slice(1)
  return pack(
    [
      ...(report?.ok ? standings(report.data, main) : []),
      // If the headline is about the weeks, their chart is in the main message.
      ...(report?.ok && trend != null && !isCharted ? [trendPart(trend)] : []),
      ...storyParts(data),
      ...(engines?.ok ? [withoutDivider(engineBlocks(engines), engineText(engines))] : []),
      ...(evaluationTexts.length > main.evaluations
        ? [withoutDivider(evaluationBlocks(evaluations ?? null), evaluationLines(evaluations ?? null))]
        : []),
    ],
    replies - 1,
  )
}

function withoutDivider(blocks: readonly Block[], lines: readonly string[]): ThreadPart {
  return {
    blocks: blocks.filter(({ type }) => type !== 'divider'),
    text: lines.map((line) => mrkdwn([line])),
  }
}

/** If the main message shows all brands, the thread doesn't repeat them and has only the notes that didn't fit. */
function standings(report: VisibilityReport, { notes, brands }: ShownInMain): readonly ThreadPart[] {
  const otherNotes = headlineNotes(report).slice(notes)
  const lines = otherNotes.length === 0 ? [] : [richText(otherNotes.map((note) => [note]))]
  if (brands >= report.standings.length)
    return otherNotes.length === 0
      ? []
      : [{ blocks: [...lines, ...measuredWithHelp(report)], text: otherNotes.map((note) => mrkdwn([note])) }]
  return pagesOf(report).map(({ blocks, text }, index) =>
    index > 0
      ? { blocks, text }
      : {
          blocks: [...blocks, ...lines, ...measuredWithHelp(report)],
          text: [...text, ...otherNotes.map((note) => mrkdwn([note]))],
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

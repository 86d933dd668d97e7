/** In the order of a reader's questions: all brands, weeks, task stories, engines, evaluations, Reddit, the rest. */

import { memoizeFor } from '../../lib/cache.ts'
import type { Block, Message } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { context, heading, messageOf, type Part, paginate, sentences } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { compact, shortName } from '../kit/text.ts'
import { redditBlock } from '../reddit/reddit.ts'
import { markedRecommendationPart } from '../tasks/recommendations.ts'
import { isAboutWeeks, trendBlocks } from '../visibility/trend.ts'
import { headlineRemarks, measuredWithHelp, standingsTable } from '../visibility/visibility.ts'
import type { DigestData } from './data.ts'
import { chartedCount, remarksInMain } from './neighbours.ts'
import {
  badNewsFirst,
  engineBlocks,
  evaluationBlocks,
  evaluationLines,
  recommended,
  redditHeadlineOf,
  redditNewsOf,
  storyParts,
  unreported,
} from './parts.ts'

/** Maximum number of replies. Each is a post, and Slack accepts one per second in a channel. */
const replies = 4
/** Characters that the table may use of a message's 10,000, so that weeks and engines fit in the same message. */
const tableText = 6_000
const descriptionLength = 600

/** @returns `summaries`: how many of Reddit the replies have room for */
export function digestThread(data: DigestData) {
  const first = figures(data)
  const summaries = summaryBlocks(data)
  const others = otherReplies(data, summaries, replies - first.length)
  const shown = new Set(others.flatMap(({ blocks }) => blocks))
  return {
    replies: [...first, ...others],
    summaries: summaries.filter((summary) => shown.has(summary)).length,
  }
}

export function brandsInThread(report: VisibilityReport): number {
  return report.standings.length <= chartedCount ? 0 : allBrands(report).shown
}

function figures(data: DigestData): readonly Message[] {
  const { report, trend, engines = null, evaluations } = data
  const isCharted = report?.ok === true && isAboutWeeks(report.data)
  const evaluationTexts = evaluationLines(evaluations ?? null)
  const parts = compact(
    ...(report?.ok ? standings(report.data) : []),
    // If the headline is about the weeks, their chart is in the main message.
    report?.ok && trend != null && !isCharted && trendPart(trend),
    ...storyParts(data),
    engines?.ok && { blocks: engineBlocks(engines.data) },
    evaluationTexts.length > 1 && { blocks: evaluationBlocks(evaluations ?? null) },
  )
  return paginate(parts, replies - 1, (count) => `${counted(count, 'more part')} not shown.`).map(messageOf)
}

/** All brands, unless the chart has them, and the remarks that are not in the main message. */
function standings(report: VisibilityReport): readonly Part[] {
  const remarks = sentences(headlineRemarks(report).slice(report.why === undefined ? remarksInMain : 0))
  const table = report.standings.length > chartedCount ? allBrands(report).blocks : []
  if (table.length === 0 && remarks === null) return []
  return [{ blocks: compact<Block>(...table, remarks, ...measuredWithHelp(report)) }]
}

function summaryBlocks({ reddit }: DigestData): readonly Block[] {
  if (!reddit?.ok) return []
  const { thisYear } = reddit.data
  return badNewsFirst(redditNewsOf(reddit.data)).map((item) =>
    redditBlock(item, { longest: descriptionLength, sayNew: true, thisYear }),
  )
}

/** Reddit in full, and the recommendations that the main message doesn't show. */
function otherReplies(data: DigestData, summaries: readonly Block[], most: number): readonly Message[] {
  const { reddit, news } = data
  const inMain = recommended(data)
  const more = unreported(data)
    .filter((section) => section.ok && section.data !== inMain)
    .map((section, copy) =>
      markedRecommendationPart(section, copy, section.ok ? news?.get(section.data.resultId) : undefined),
    )
  const redditTitle = reddit?.ok ? redditHeadlineOf(reddit.data) : ''
  const moreTitle = counted(more.length, 'more recommendation')
  const parts = [
    ...withTitle(
      redditTitle,
      summaries.map((block) => ({ blocks: [block] })),
    ),
    ...withTitle(moreTitle, more),
  ]
  const messages = paginate(parts, most, (omittedCount) => {
    const unshown = Math.min(omittedCount, more.length)
    return compact(
      omittedCount > unshown &&
        `${counted(omittedCount - unshown, 'more summary', 'more summaries')} not shown.`,
      unshown > 0 && `${counted(unshown, 'more recommendation')} not shown.`,
    ).join(' ')
  })
  return messages.map(messageOf)
}

function withTitle(title: string, parts: readonly Part[]): readonly Part[] {
  return parts.map((part, index) => {
    if (index > 0) return part
    const lead = heading(title)
    return {
      blocks: [lead, ...part.blocks],
      ...(part.laterVersions && {
        laterVersions: part.laterVersions.map((blocks) => [lead, ...blocks]),
      }),
    }
  })
}

// Saves 2 % of the processor time of 1,000 digests.
const weeks = memoizeFor<Trend, Part>()

function trendPart(trend: Trend): Part {
  return weeks(trend, '', () => {
    const title = `${shortName(trend.brands[0] ?? '')}, week by week`
    return { blocks: [heading(title), ...trendBlocks(trend)] }
  })
}

// Saves 9 % of the processor time of 1,000 digests.
const tables = memoizeFor<VisibilityReport, { readonly shown: number; readonly blocks: readonly Block[] }>()

/** The standings in a table. Brands that don't fit are counted. */
export function allBrands(report: VisibilityReport) {
  return tables(report, '', () => {
    const { standings } = report
    const table = standingsTable(report, standings, tableText)
    const shown = table?.shown ?? 0
    const notShown = standings.length - shown
    const blocks = compact<Block>(
      heading(`${listedBrands(report, shown)}, by rank`),
      table?.block,
      notShown > 0 && context(`${counted(notShown, 'more brand')} not shown.`),
    )
    return { shown, blocks }
  })
}

/** `All 12 brands`, `The first 100 brands`, `4 brands` if only some were requested. */
function listedBrands({ standings, brandsLeftOut, brands }: VisibilityReport, shown: number): string {
  const count = counted(shown, 'brand')
  if (shown < standings.length || brandsLeftOut > 0) return `The first ${count}`
  return brands.length > 0 ? count : `All ${count}`
}

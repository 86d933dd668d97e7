/** The visibility part of a digest: what changed, the chart, and the first brands; all of them in the thread. */

import { memoizeFor } from '../../lib/memoize.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { button, context, heading, summary, unavailable } from '../kit/elements.ts'
import { counted, metricForms } from '../kit/numbers.ts'
import { mrkdwn } from '../kit/spans.ts'
import { standingsTables } from '../kit/table.ts'
import { oneLine } from '../kit/text.ts'
import { headlineAfter, headlineSentence } from '../visibility/headline-copy.ts'
import { trendBlocks, trendLines } from '../visibility/trend.ts'
import { measured, visibilityHead, visibilityText, withOwn } from '../visibility/visibility.ts'

const brandsInMain = 10
/** More replies would be noise. The last one counts what is left. */
const standingsReplies = 3
/** With rank and brand, these are five columns, as many as fit the width of a message. */
const metricsInMain = metricForms.filter(({ key }) =>
  ['visibility', 'mentions', 'shareOfVoice'].includes(key),
)

/**
 * @param report `null`: the digest has no such part
 * @param rest where to find the brands that don't fit
 * @param bigger news from elsewhere that comes first; `null`: none
 */
export function visibilityBlocks(
  report: Section<VisibilityReport> | null,
  rest: string,
  bigger: string | null,
): readonly Block[] {
  if (report === null) return []
  if (!report.ok) return [unavailable('Brand visibility', report.reason)]
  const headline = headlineOf(report.data, bigger)
  return drawn(report.data, JSON.stringify([rest, headline]), () => draw(report.data, rest, headline))
}

/** Opens the margins of the figures. @param figures what to type after `/sightline ` for them; omitted: none */
export function howSure(report: Section<VisibilityReport> | null, figures: string | undefined) {
  const hasFigures = report?.ok === true && report.data.standings.length > 0
  return hasFigures && figures !== undefined ? button('How sure?', { kind: 'how_sure', text: figures }) : null
}

function headlineOf(report: VisibilityReport, bigger: string | null): string {
  return bigger === null ? headlineSentence(report) : headlineAfter(bigger, report)
}

// Many channels use the same report in the same minute. Saves 6 % of the processor time of 1,000 digests.
const drawn = memoizeFor<VisibilityReport, readonly Block[]>()

function draw(report: VisibilityReport, rest: string, headline: string): readonly Block[] {
  const top = inMain(report)
  const [table] = standingsTables(report, top, 1, undefined, metricsInMain)
  const omittedCount = report.standings.length - top.length
  const note = omittedCount > 0 ? [context(`${counted(omittedCount, 'more brand')} ${rest}.`)] : []
  return [
    ...visibilityHead(report, headline),
    ...(table === undefined ? [] : [table.block, ...note]),
    ...measured(report),
  ]
}

/** The weeks up to now, and all standings with all metrics. */
export function visibilityThread(
  report: Section<VisibilityReport> | null,
  trend: Trend | null,
): readonly Message[] {
  if (report === null || !report.ok) return []
  const standings = standingsPages(report.data, standingsReplies).map(({ text, blocks }) => ({
    text: summary(text),
    blocks,
  }))
  return trend === null ? standings : withTrend(standings, trend)
}

/** Adds the trend to the first reply, if there is one: each reply is a post that must wait for Slack's rate limit. */
function withTrend([first, ...rest]: readonly Message[], trend: Trend): readonly Message[] {
  const { text, blocks } = trendPart(trend)
  const lines = summary(text)
  if (first === undefined) return [{ text: lines, blocks }]
  return [{ text: `${lines}\n${first.text}`, blocks: [...blocks, ...first.blocks] }, ...rest]
}

/** A part of a thread, and the lines that it adds to its message's `text`. */
export interface ThreadPart {
  readonly blocks: readonly Block[]
  readonly text: readonly string[]
}

// Saves 2 % of the processor time of 1,000 digests.
const weeks = memoizeFor<Trend, ThreadPart>()

/** The weeks up to now. */
export function trendPart(trend: Trend): ThreadPart {
  return weeks(trend, '', () => {
    const title = `${oneLine(trend.brands[0] ?? '', 60, '(unnamed brand)')}, week by week`
    return {
      text: [title, ...trendLines(trend)].map((line) => mrkdwn([line])),
      blocks: [heading(title), ...trendBlocks(trend)],
    }
  })
}

// Saves 9 % of the processor time of 1,000 digests.
const pages = memoizeFor<VisibilityReport, readonly ThreadPart[]>()

/** All standings with all metrics, one table per message, at most `maxMessages`. Brands that don't fit are counted. */
export function standingsPages(
  report: VisibilityReport,
  maxMessages: number,
  maxChars?: number,
): readonly ThreadPart[] {
  return pages(report, JSON.stringify([maxMessages, maxChars]), () =>
    drawPages(report, maxMessages, maxChars),
  )
}

function drawPages(report: VisibilityReport, most: number, room: number | undefined): readonly ThreadPart[] {
  const { standings } = report
  const tables = standingsTables(report, standings, most, room)
  const shown = tables.reduce((sum, table) => sum + table.shown, 0)
  const notShown = standings.length - shown
  const all = listedBrands(report, shown)
  return tables.map(({ block }, index) => {
    const title = `${all}, by rank${pageWords(index + 1, tables.length)}`
    const rest =
      index === tables.length - 1 && notShown > 0 ? [`${counted(notShown, 'more brand')} not shown.`] : []
    return {
      text: [title, ...rest],
      blocks: [heading(title), block, ...rest.map((line) => context(line))],
    }
  })
}

/** `All 12 brands`, `The first 100 brands`, `3 brands` if only some were requested. */
function listedBrands({ standings, brandsLeftOut, brands }: VisibilityReport, shown: number): string {
  const [first] = standings
  if (standings.length === 1 && first?.mine) return 'Your brand'
  if (shown < standings.length || brandsLeftOut > 0) return `The first ${counted(shown, 'brand')}`
  return brands.length > 0 || shown === 1 ? counted(shown, 'brand') : `All ${counted(shown, 'brand')}`
}

/** The same for a message's `text`. */
export function visibilityLines(report: VisibilityReport, bigger: string | null): readonly string[] {
  return visibilityText(report, undefined, headlineOf(report, bigger))
}

function inMain(report: VisibilityReport) {
  return withOwn(report.standings.slice(0, brandsInMain), report)
}

function pageWords(page: number, of: number): string {
  return of > 1 ? ` (part ${page} of ${of})` : ''
}

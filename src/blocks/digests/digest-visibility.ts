/** The visibility part of a digest: what changed, the chart, and the first brands; all of them in the thread. */

import { memoizeFor } from '../../lib/memoize.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { button, buttons, context, heading, summary, unavailable } from '../kit/elements.ts'
import { counted, pointWords } from '../kit/numbers.ts'
import { dateWords } from '../kit/periods.ts'
import { mrkdwn } from '../kit/spans.ts'
import { standingsTables } from '../kit/table.ts'
import { oneLine } from '../kit/text.ts'
import { headlineAfter, headlineSentence } from '../visibility/headline-copy.ts'
import { trendBlocks, trendLines } from '../visibility/trend.ts'
import { measured, visibilityHead, visibilityText, withOwn } from '../visibility/visibility.ts'

const brandsInMain = 10
/** More replies than these would be noise; what is left is counted in the last one. */
const standingsReplies = 3

/** A brand's visibility now, and when a digest last reported it in full. */
export interface DigestDrift {
  readonly brand: string
  readonly mine: boolean
  readonly from: number
  readonly to: number
  /** ISO 8601 instant. */
  readonly at: string
}

/** `▼ Northwind is down 1.8 points in visibility since Mon 9 Nov 2026, from 50.0 to 48.2.` */
export function driftSentence({ brand, mine, from, to, at }: DigestDrift): string {
  const glyph = mine ? (to > from ? '▲ ' : '▼ ') : ''
  const way = to > from ? 'up' : 'down'
  const points = pointWords(Math.abs(to - from))
  return `${glyph}${oneLine(brand, 80, '(unnamed)')} is ${way} ${points} points in visibility since the digest of ${dateWords(at)}, from ${pointWords(from)} to ${pointWords(to)}.`
}

/**
 * @param report `null`: the digest has no such part
 * @param rest where to find the brands that do not fit
 * @param figures what to type after `/sightline ` for the same figures
 * @param bigger what happened elsewhere, where visibility has no news; `null`: nothing
 */
export function visibilityBlocks(
  report: Section<VisibilityReport> | null,
  rest: string,
  bigger: string | null,
  figures: string | null = null,
): readonly Block[] {
  if (report === null) return []
  if (!report.ok) return [unavailable('Brand visibility', report.reason)]
  const headline = headlineOf(report.data, bigger)
  return drawn(report.data, JSON.stringify([rest, headline, figures]), () =>
    draw(report.data, rest, headline, figures),
  )
}

/** The biggest thing in one sentence: a report without news leaves the first place to what happened elsewhere. */
function headlineOf(report: VisibilityReport, bigger: string | null): string {
  const { kind } = report.headline
  return bigger !== null && (kind === 'quiet' || kind === 'no_data')
    ? headlineAfter(bigger, report)
    : headlineSentence(report)
}

// Many channels look at the same report in the same minute: 6 % of the processor time of 1,000 digests.
const drawn = memoizeFor<VisibilityReport, readonly Block[]>()

function draw(
  report: VisibilityReport,
  rest: string,
  headline: string,
  figures: string | null,
): readonly Block[] {
  const top = inMain(report)
  const [table] = standingsTables(report, top, 1)
  const left = report.standings.length - top.length
  const note = left > 0 ? [context(`${counted(left, 'more brand')} ${rest}.`)] : []
  return [
    ...visibilityHead(report, headline),
    ...(table === undefined ? [] : [table.block, ...note]),
    ...measured(report),
    ...(figures === null || report.standings.length === 0
      ? []
      : buttons([button('How sure?', { kind: 'how_sure', text: figures })])),
  ]
}

/** The weeks up to now, and all standings, where the main message has only the first ones. */
export function visibilityThread(
  report: Section<VisibilityReport> | null,
  trend: Trend | null,
): readonly Message[] {
  if (report === null || !report.ok) return []
  const standings = drawnThreads(report.data, '', () => drawThread(report.data))
  return trend === null ? standings : withTrend(standings, trend, report.data)
}

/** The trend is in the first reply, or in one of its own: each reply is a post that waits for Slack's pace. */
function withTrend(
  [first, ...rest]: readonly Message[],
  trend: Trend,
  { headline }: VisibilityReport,
): readonly Message[] {
  const isTold = headline.kind === 'trend'
  const title = `${oneLine(trend.own, 60, '(unnamed brand)')}, week by week`
  const text = summary([title, ...trendLines(trend, isTold)].map((line) => mrkdwn([line])))
  const blocks = [heading(title), ...trendBlocks(trend, isTold)]
  if (first === undefined) return [{ text, blocks }]
  return [{ text: `${text}\n${first.text}`, blocks: [...blocks, ...first.blocks] }, ...rest]
}

// 6 % of the processor time of 1,000 digests.
const drawnThreads = memoizeFor<VisibilityReport, readonly Message[]>()

function drawThread(report: VisibilityReport): readonly Message[] {
  const { standings } = report
  if (standings.length <= inMain(report).length) return []
  const tables = standingsTables(report, standings, standingsReplies)
  const shown = tables.reduce((sum, table) => sum + table.shown, 0)
  const notShown = standings.length - shown
  return tables.map(({ block }, index) => {
    const title = `All ${counted(standings.length, 'brand')}, by rank${pageWords(index + 1, tables.length)}`
    const rest =
      index === tables.length - 1 && notShown > 0 ? [`${counted(notShown, 'more brand')} not shown.`] : []
    return {
      text: summary([title, ...rest]),
      blocks: [heading(title), block, ...rest.map((line) => context(line))],
    }
  })
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

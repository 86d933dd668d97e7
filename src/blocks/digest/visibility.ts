import { memoizeFor } from '../../lib/cache.ts'
import type { Block } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { context, heading } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn } from '../kit/spans.ts'
import { standingsTables } from '../kit/table.ts'
import { shortName } from '../kit/text.ts'
import { trendBlocks, trendLines } from '../visibility/trend.ts'

/** A part of a thread, and the lines that it adds to its message's `text`. */
export interface ThreadPart {
  readonly blocks: readonly Block[]
  readonly text: readonly string[]
}

// Saves 2 % of the processor time of 1,000 digests.
const weeks = memoizeFor<Trend, ThreadPart>()

export function trendPart(trend: Trend): ThreadPart {
  return weeks(trend, '', () => {
    const title = `${shortName(trend.brands[0] ?? '')}, week by week`
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

function pageWords(page: number, of: number): string {
  return of > 1 ? ` (part ${page} of ${of})` : ''
}

import { isPercent } from '../../lib/typed.ts'
import type { Block, DataVisualizationBlock } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { changeSince } from '../kit/change-copy.ts'
import { context } from '../kit/elements.ts'
import { names } from '../kit/numbers.ts'
import { shortDay, weekdayAndDay } from '../kit/periods.ts'
import { compact, richText } from '../kit/spans.ts'
import { shortName } from '../kit/text.ts'
import { weeksChart } from '../kit/weeks-chart.ts'

/** The own brand and its nearest rivals, week by week. */

/** What the weeks show besides the headline, and the chart. */
export function trendBlocks(trend: Trend): readonly Block[] {
  const { block, notes, events } = trendChart(trend)
  const sentence = trendSentence(trend)
  const below = compact(notes.length > 0 && notes.join(' '), ...events)
  return compact<Block>(
    sentence !== null && richText([[sentence]]),
    block,
    below.length > 0 && context(...below),
  )
}

/** `Northwind is down 4.1 points since 2 November.` `null`: nothing changed in these weeks, or the headline says it. */
export function trendSentence({ brands, weeks, change }: Trend): string | null {
  const last = weeks.at(-1)
  if (change === null || last === undefined) return null
  const name = shortName(brands[0] ?? '')
  return `${name} ${changeSince(change, last.scores[0] ?? null, last.start)}.`
}

/** Whether a headline is about more than the report's own week, so that the weeks are its chart. */
export function isAboutWeeks({ headline, period }: VisibilityReport): boolean {
  return (
    (headline.kind === 'own_change' && headline.change.from < period.start) ||
    (headline.kind === 'quiet' && headline.slope !== null)
  )
}

/** The own brand, the leader and the nearest rivals. A week's label has the numbers of the channel's notes. */
export function trendChart({ weeks, brands, unit, leftOut, asOf, notes }: Trend): {
  readonly block: DataVisualizationBlock
  /** What is not in the chart, and why. */
  readonly notes: readonly string[]
  readonly events: readonly string[]
} {
  const title = isPercent(unit) ? 'Visibility (%), week by week' : 'Visibility, week by week'
  const { missing, ...chart } = weeksChart({ title, lines: brands, weeks, notes })
  return {
    ...chart,
    notes: compact(
      asOf !== null && `The service is unavailable; these are the weeks as of ${weekdayAndDay(asOf)}.`,
      leftOut.length > 0 &&
        `Weeks without enough answers are not in the chart: ${names(leftOut.map(shortDay), 6)}.`,
      missing.length > 0 && `Not in the chart: ${names(missing)} (no score in some of these weeks).`,
    ),
  }
}

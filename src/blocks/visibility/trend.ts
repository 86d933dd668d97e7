/** The own brand and its nearest rivals, week by week. */

import { weeksShown } from '../../insights/trend.ts'
import { isPercent } from '../../lib/is-percent.ts'
import type { Block, DataVisualizationBlock } from '../../model/message.ts'
import type { Trend } from '../../model/trend.ts'
import { rounded, uniqueNames } from '../kit/bars.ts'
import { context } from '../kit/elements.ts'
import { names, pointWords } from '../kit/numbers.ts'
import { dayAndMonth, shortDay } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { trendSentences } from '../kit/trend-copy.ts'
import { notesOnWeeks, weekMarks } from './chart-notes.ts'

/** What the weeks show, and the chart. @param isHeadline the trend is the message's headline */
export function trendBlocks(trend: Trend, isHeadline: boolean): readonly Block[] {
  const sentences = trendSentences(trend, isHeadline)
  const { block, notes, events } = trendChart(trend)
  const below = [...(notes.length === 0 ? [] : [notes.join(' ')]), ...events]
  return [
    ...(sentences.length === 0 ? [] : [richText([[sentences.join(' ')]])]),
    block,
    ...(below.length === 0 ? [] : [context(...below)]),
  ]
}

/** The same for a message's `text`, unescaped. */
export function trendLines(trend: Trend, isHeadline: boolean): readonly string[] {
  const sentences = trendSentences(trend, isHeadline)
  const weeks = shown(trend)
  const [first, last] = [weeks[0]?.start ?? '', weeks.at(-1)?.start ?? '']
  const { notes, events } = trendChart(trend)
  const series = seriesOf(trend).map(
    ({ name, values }) => `${oneLine(name, 60, '(unnamed)')}: ${values.map(pointWords).join(', ')}`,
  )
  return [
    ...(sentences.length === 0 ? [] : [sentences.join(' ')]),
    `Visibility in the weeks of ${dayAndMonth(first, last)} to ${dayAndMonth(last, last)}:`,
    ...series,
    ...(notes.length === 0 ? [] : [notes.join(' ')]),
    ...events,
  ]
}

function shown({ weeks }: Trend): Trend['weeks'] {
  return weeks.slice(-weeksShown)
}

/**
 * Slack draws no gaps, so each line needs a point for every week. Weeks without enough answers are omitted for all
 * brands, and a rival without a score in one of the other weeks has no line.
 */
function seriesOf(trend: Trend): readonly { readonly name: string; readonly values: readonly number[] }[] {
  const weeks = shown(trend)
  const rivals = trend.rivals.flatMap((name, index) => {
    const values = weeks.map(({ rivals }) => rivals[index] ?? null).filter((value) => value !== null)
    return values.length < weeks.length ? [] : [{ name, values }]
  })
  return [{ name: trend.ownBrand, values: weeks.map(({ score }) => score) }, ...rivals]
}

/**
 * A line for the own brand and each of its nearest rivals. The label of a week includes the numbers of the channel's
 * notes in it, since a chart has no room for their text.
 */
export function trendChart(trend: Trend): {
  readonly block: DataVisualizationBlock
  /** What is not in the chart, and why. */
  readonly notes: readonly string[]
  /** The channel's notes in these weeks, one line each. */
  readonly events: readonly string[]
} {
  const weeks = shown(trend)
  const series = seriesOf(trend)
  const events = notesOnWeeks(
    weeks.map(({ start }) => start),
    trend.notes ?? [],
  )
  const marks = weekMarks(events)
  const categories = uniqueNames(weeks.map(({ start }) => `${shortDay(start)}${marks.get(start) ?? ''}`))
  const seriesNames = uniqueNames(series.map(({ name }) => name))
  const gaps = trend.leftOut.filter((start) => start > (weeks[0]?.start ?? ''))
  const missing = trend.rivals.filter((rival) => !series.some(({ name }) => name === rival))
  return {
    block: {
      type: 'data_visualization',
      title: 'Visibility, week by week',
      chart: {
        type: 'line',
        series: series.map(({ values }, index) => ({
          name: seriesNames[index] ?? '',
          data: values.map((value, at) => ({ label: categories[at] ?? '', value: rounded(value) })),
        })),
        axis_config: {
          categories,
          x_label: 'Week of',
          y_label: isPercent(trend.unit) ? 'Visibility (%)' : 'Visibility',
        },
      },
    },
    notes: [
      ...(gaps.length === 0
        ? []
        : [
            `Weeks without enough answers are not in the chart: ${names(
              gaps.map((start) => shortDay(start)),
              6,
            )}.`,
          ]),
      ...(missing.length === 0
        ? []
        : [`Not in the chart: ${names(missing)} (no score in some of these weeks).`]),
    ],
    events: events.lines,
  }
}

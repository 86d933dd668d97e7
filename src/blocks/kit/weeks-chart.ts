/** A line chart of weeks, with the channel's notes. All of it is plain, unescaped text. */

import type { DataVisualizationBlock } from '../../model/message.ts'
import type { ChartNote, TrendWeek } from '../../model/trend.ts'
import { rounded, uniqueNames } from './chart.ts'
import { limits } from './limits.ts'
import { counted } from './numbers.ts'
import { shortDay, weeksBetween } from './periods.ts'
import { compact } from './spans.ts'
import { clip, oneLine } from './text.ts'

/** More lines would be taller than the chart. */
const notesShown = 6

interface WeeksChart {
  readonly block: DataVisualizationBlock
  /** The names of the lines that are not drawn. */
  readonly missing: readonly string[]
  /** `[1] 21 Oct: New pricing page is live`, oldest first; the label of the week has the number. */
  readonly events: readonly string[]
}

/**
 * A point for each week: Slack draws no gaps, so a line that lacks one is not drawn.
 * @param weeks oldest first, with a score for each line
 * @param since the week that is marked as the first since something was done
 */
export function weeksChart({
  title,
  lines,
  weeks,
  notes = [],
  since,
  axes = {},
}: {
  readonly title: string
  readonly lines: readonly string[]
  readonly weeks: readonly TrendWeek[]
  readonly notes?: readonly ChartNote[] | undefined
  readonly since?: string | undefined
  readonly axes?: { readonly x_label?: string; readonly y_label?: string }
}): WeeksChart {
  const { marks, events } = notesOnWeeks(
    weeks.map(({ start }) => start),
    notes,
  )
  const categories = uniqueNames(
    weeks.map(({ start }) => `${start === since ? 'Since ' : ''}${shortDay(start)}${marks.get(start) ?? ''}`),
  )
  const scoresOf = (line: number) => weeks.flatMap(({ scores }) => scores[line] ?? [])
  const isDrawn = (line: number) => scoresOf(line).length === weeks.length
  const drawn = [...lines.keys()].filter(isDrawn)
  const names = uniqueNames(drawn.map((line) => lines[line] ?? ''))
  return {
    block: {
      type: 'data_visualization',
      title: clip(title, limits.chart.title),
      chart: {
        type: 'line',
        series: drawn.map((line, index) => ({
          name: names[index] ?? '',
          data: scoresOf(line).map((score, at) => ({ label: categories[at] ?? '', value: rounded(score) })),
        })),
        axis_config: { categories, ...axes },
      },
    },
    missing: lines.filter((_, line) => !isDrawn(line)),
    events,
  }
}

/** Numbered by date; if there are too many, only the newest. @param weeks their Mondays, oldest first */
function notesOnWeeks(weeks: readonly string[], notes: readonly ChartNote[]) {
  const within = notes
    .flatMap((note) => {
      const week = weeks.findLast((start) => start <= note.day && weeksBetween(start, note.day) < 1)
      return week === undefined ? [] : [{ ...note, week }]
    })
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const shown = within.slice(-notesShown).map((note, index) => ({ ...note, number: index + 1 }))
  const omittedCount = within.length - shown.length
  const marks = [...Map.groupBy(shown, ({ week }) => week)].map(([week, each]) => {
    const [first, last] = [each[0]?.number, each.at(-1)?.number]
    return [week, first === last ? ` [${first}]` : ` [${first}–${last}]`] as const
  })
  return {
    /** ` [1]`, ` [2–4]`: appended to a week's label, which a chart limits to 20 characters. */
    marks: new Map(marks),
    events: compact(
      ...shown.map(({ number, day, text }) => `[${number}] ${shortDay(day)}: ${oneLine(text, 120, '–')}`),
      omittedCount > 0 && `${counted(omittedCount, 'earlier note')} not shown: /sightline notes`,
    ),
  }
}

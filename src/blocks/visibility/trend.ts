/** Charts of weeks with the channel’s notes, and what the weeks of the own brand and its nearest rivals say. */
import { rounded } from '../../lib/rounded.ts'
import { isPercent } from '../../lib/strings.ts'
import type { Block, DataVisualizationBlock } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import type { ChartNote, Trend, TrendWeek } from '../../model/trend.ts'
import { changeSince } from '../kit/change-copy.ts'
import { context } from '../kit/elements.ts'
import { uniqueNames } from '../kit/figures.ts'
import { counted, names, shortDay, weekdayAndDay, weeksBetween } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { clip, compact, oneLine, richText, shortName } from '../kit/text.ts'

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

/**
 * `Northwind is down 4.1 points since 2 November, from 41.2% to 37.1%.` `null`: nothing changed in these weeks, or the
 * headline says it.
 */
export function trendSentence({ brands, weeks, unit, change }: Trend): string | null {
  const last = weeks.at(-1)
  if (change === null || last === undefined) return null
  const name = shortName(brands[0] ?? '')
  return `${name} ${changeSince(change, { value: last.scores[0] ?? null, unit }, last.start)}.`
}

/** Whether a headline is about more than the report's own week, so that the weeks are its chart. */
export function isAboutWeeks({ headline, period }: VisibilityReport): boolean {
  return (
    (headline.kind === 'own_change' && headline.change.from < period.start) ||
    (headline.kind === 'quiet' && headline.slope !== null)
  )
}

/** The own brand, the leader and the nearest rivals. A week's label has the numbers of the channel's notes. */
export function trendChart({ weeks, brands, unit, leftOut, asOf, notes }: Trend) {
  const title = isPercent(unit) ? 'Visibility (%), week by week' : 'Visibility, week by week'
  const { missing, ...chart } = weeksChart({ title, lines: brands, weeks, notes })
  return {
    ...chart,
    /** What is not in the chart, and why. */
    notes: compact(
      asOf !== null && `The service is unavailable; these are the weeks as of ${weekdayAndDay(asOf)}.`,
      leftOut.length > 0 &&
        `Weeks without enough answers are not in the chart: ${names(
          leftOut.map((week) => shortDay(week)),
          6,
        )}.`,
      missing.length > 0 && `Not in the chart: ${names(missing)} (no score in some of these weeks).`,
    ),
  }
}

/** More lines would be taller than the chart. */
const notesShown = 6

interface WeeksChart {
  readonly title: string
  readonly lines: readonly string[]
  readonly weeks: readonly TrendWeek[]
  readonly notes?: readonly ChartNote[] | undefined
  readonly since?: string | undefined
  readonly axes?: { readonly x_label?: string; readonly y_label?: string }
}

/**
 * A point for each week: Slack draws no gaps, so a line that lacks one is not drawn.
 * @param weeks oldest first, with a score for each line
 * @param since the week that is marked as the first since something was done
 */
export function weeksChart({ title, lines, weeks, notes = [], since, axes = {} }: WeeksChart) {
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
  const block: DataVisualizationBlock = {
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
  }
  return {
    block,
    /** The names of the lines that are not drawn. */
    missing: lines.filter((_, line) => !isDrawn(line)),
    /** `[1] 21 Oct: New pricing page is live`, oldest first; the label of the week has the number. */
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

/** The answer to "where does my brand stand?". */

import type { Block, Message } from '../../model/message.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { answeredReport } from '../answers/answered-report.ts'
import { sharedLine } from '../kit/answer.ts'
import { textLength } from '../kit/budget.ts'
import { visibilityChart } from '../kit/chart.ts'
import { howToRead } from '../kit/coverage-copy.ts'
import { button, buttons, context, heading, summary } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted, isCompared, isNumber, type MetricForm, visibilityForm } from '../kit/numbers.ts'
import { periodInSentence, whenWords } from '../kit/periods.ts'
import { mrkdwn, richText } from '../kit/spans.ts'
import { standingsTables } from '../kit/table.ts'
import { headlineSentence } from './headline-copy.ts'
import { headlineNotes, howMeasured, standingLine } from './report-copy.ts'
import { sharedScope } from './scope.ts'
import { trendBlocks, trendLines } from './trend.ts'
import { type VisibilityOptions, visibilityButtons } from './visibility-buttons.ts'
import { filterLines } from './visibility-filters.ts'
import { whyLine } from './why-copy.ts'

/** How many brands a message's `text` names: those of the chart. */
const brandsInText = 6

/**
 * The sentence that answers, charts, a table with as many brands as fit, how it was measured, and buttons. Omitted brands
 * are counted.
 * @param weeks up to the report's, shown if the answer is about the own brand's visibility; `null`: none
 */
export function visibilityAnswer(
  read: VisibilityReport,
  options: VisibilityOptions,
  weeks: Trend | null = null,
): Message {
  const { report, headline, metric, subject, isOwn } = answeredReport(read, options.asked)
  const trend = isOwn ? weeks : null
  const scope = sharedScope(options, report)
  const head = [
    ...scope.blocks,
    ...visibilityHead(report, headline, metric),
    ...(trend === null ? [] : trendBlocks(trend)),
  ]
  const hasTable = report.standings.length > 0
  // A question with long filters may be too long for a button.
  const hasHowSure = hasTable && button('How sure?', { kind: 'how_sure', text: options.command }) !== null
  const foot = (from: number | null) => [
    ...(hasHowSure ? measured(report) : measuredWithHelp(report)),
    ...visibilityButtons(options, {
      narrowed: filterLines(report.filters).length > 0,
      hasTable,
      hasChange: isNumber(subject?.visibility.delta ?? null),
      from,
    }),
    ...sharedLine(options),
  ]
  // Reserves space for all buttons, so that the table can't push out the last one.
  const rows = tableRows(report, 1, [...head, ...foot(1)], metric)
  return {
    text: summary([
      ...scope.text.map((line) => mrkdwn([line])),
      ...visibilityText(report, rows.shown, headline),
      ...(trend === null ? [] : trendLines(trend).map((line) => mrkdwn([line]))),
    ]),
    blocks: [...head, ...rows.blocks, ...foot(rows.next)],
  }
}

/** The next rows of an answer's table, for example `Rows 101–180 of 180`. */
export function moreStandings(report: VisibilityReport, from: number, command: string): Message {
  const all = report.standings.length
  if (from > all) {
    const line = `No more rows: ${counted(all, 'brand')} ${whenWords(report.period)}.`
    return { text: mrkdwn([line]), blocks: [richText([[line]])] }
  }
  const foot = (next: number | null) => [
    ...measuredWithHelp(report),
    ...(next === null ? [] : buttons([button('More', { kind: 'more', text: command, from: next })])),
  ]
  const rows = tableRows(report, from, foot(1))
  const title = `Rows ${from}–${from + rows.shown - 1} of ${all}, ${periodInSentence(report.period)}`
  const compared = isCompared(report.standings)
  const lines = report.standings
    .slice(from - 1, from - 1 + brandsInText)
    .map((standing) => standingLine(standing, compared))
  return {
    text: summary([title, ...lines, ...howMeasured(report)].map((line) => mrkdwn([line]))),
    blocks: [heading(title), ...rows.blocks, ...foot(rows.next)],
  }
}

/** The headline, notes about it, and the chart. @param headline by default, the report's own */
export function visibilityHead(
  report: VisibilityReport,
  headline: string = headlineSentence(report),
  metric: MetricForm = visibilityForm,
): readonly Block[] {
  const notes = notesOf(report)
  const chart = visibilityChart(report, undefined, metric)
  return [
    heading(headline),
    ...(notes.length === 0 ? [] : [richText(notes.map((note) => [note]))]),
    ...(chart === null ? [] : [chart.block]),
    ...(chart?.note ? [context(chart.note)] : []),
  ]
}

/** Where the change in the headline comes from, and notes about it. */
function notesOf(report: VisibilityReport): readonly string[] {
  const why = report.why === undefined ? null : whyLine(report.why)
  return [...(why === null ? [] : [why]), ...headlineNotes(report)]
}

/** Period, engines and volume, for a message with a “How sure?” button. */
export function measured(report: VisibilityReport): readonly Block[] {
  return [context(...howMeasured(report))]
}

/** The same for a message without that button. */
export function measuredWithHelp(report: VisibilityReport): readonly Block[] {
  return [context(...howMeasured(report), howToRead)]
}

/**
 * The lines of a message's `text`: the headline, how it was measured, and the main values of chart and table.
 * @param shown how many brands the message shows
 * @param headline by default, the report's own
 */
export function visibilityText(
  report: VisibilityReport,
  shown: number = report.standings.length,
  headline: string = headlineSentence(report),
): string[] {
  const top = report.standings.slice(0, brandsInText)
  const compared = isCompared(report.standings)
  const lines = withOwn(top, report).map((standing) => standingLine(standing, compared))
  const rest = Math.max(0, shown - lines.length)
  const omittedCount = report.standings.length - lines.length - rest
  const more = [
    ...(rest > 0 ? [`${counted(rest, 'more brand')} in the message.`] : []),
    ...(omittedCount > 0 ? [`${counted(omittedCount, 'more brand')} not shown.`] : []),
  ]
  return [
    headline,
    ...notesOf(report),
    ...lines,
    ...(more.length > 0 ? [more.join(' ')] : []),
    ...howMeasured(report),
  ].map((line) => mrkdwn([line]))
}

/** The first brands of a report, plus the own one if it comes later. */
export function withOwn(
  top: readonly BrandStanding[],
  { own, standings }: VisibilityReport,
): readonly BrandStanding[] {
  if (own === null) return top
  const mine = standings.find((standing) => standing.mine && standing.brand === own.brand)
  return mine === undefined || top.includes(mine) ? top : [...top, mine]
}

/** Characters that a table needs besides its cells: its note, and some to spare. */
const tableOverhead = 200

/**
 * The table from row `from` on, with as many rows as fit in the message.
 * @param from counted from 1
 * @returns `next`: the first row that doesn't fit; `null` if all do
 */
function tableRows(
  report: VisibilityReport,
  from: number,
  others: readonly Block[],
  metric: MetricForm = visibilityForm,
): { readonly blocks: readonly Block[]; readonly shown: number; readonly next: number | null } {
  const room = Math.min(8_000, limits.message.allText - textLength(others) - tableOverhead)
  const [table] = standingsTables(report, report.standings.slice(from - 1), 1, room, metric)
  if (table === undefined) return { blocks: [], shown: 0, next: null }
  const next = from + table.shown
  const omittedCount = report.standings.length - next + 1
  return {
    blocks: [
      table.block,
      ...(omittedCount > 0
        ? [context(`${counted(omittedCount, 'more brand')} not shown. Click “More” for the next ones.`)]
        : []),
    ],
    shown: table.shown,
    next: omittedCount > 0 ? next : null,
  }
}

/** The answer to "where does my brand stand?", and the table of standings. */
import type { Block, Message } from '../../model/message.ts'
import type { Asked } from '../../model/question.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { type AnswerOptions, shareChoice, sharedLine } from '../kit/answer.ts'
import { textLength } from '../kit/block-text.ts'
import { howToRead } from '../kit/change-copy.ts'
import { visibilityChart } from '../kit/chart.ts'
import type { Action } from '../kit/codec.ts'
import { type Cell, dataTable, metricCell, type ShownTable, textCell } from '../kit/data-table.ts'
import { button, buttons, context, heading, messageOf, sentences } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import {
  counted,
  isCompared,
  isNumber,
  type MetricForm,
  names,
  ordinal,
  shareOfVoiceForm,
  visibilityForm,
} from '../kit/numbers.ts'
import { periodInSentence, whenWords } from '../kit/periods.ts'
import { compact, richText } from '../kit/spans.ts'
import { answeredReport } from './answer-sentence.ts'
import { isFiltered, nameInList } from './headline-copy.ts'
import { captionOf, headlineRemarks, howMeasured } from './report-copy.ts'
import { sharedScope } from './scope.ts'
import { trendBlocks } from './trend.ts'
import { whyLine } from './why.ts'

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
  const answered = answeredReport(read, options.asked)
  const { report, headline, metric, isOwn } = answered
  const trend = isOwn ? weeks : null
  const head = [
    ...sharedScope(options, report),
    ...visibilityHead(report, headline, metric),
    ...(trend === null ? [] : trendBlocks(trend)),
  ]
  // A question with long filters may be too long for a button.
  const howSure = button('How sure?', { kind: 'how_sure', text: options.command })
  const hasHowSure = report.standings.length > 0 && howSure !== null
  const foot = (from: number | null) => [
    // “How sure?” says how to read the numbers.
    ...(hasHowSure ? [context(...howMeasured(report))] : measuredWithHelp(report)),
    ...visibilityButtons(answered, options, from),
    ...sharedLine(options),
  ]
  // Reserves space for all buttons, so that the table can't push out the last one.
  const rows = tableRows(report, 1, [...head, ...foot(1)], metric)
  return messageOf([...head, ...rows.blocks, ...foot(rows.next)])
}

/** The next rows of an answer's table, for example `Rows 101–180 of 180`. */
export function moreStandings(read: VisibilityReport, from: number, command: string, asked?: Asked): Message {
  const { report, metric } = answeredReport(read, asked)
  const all = report.standings.length
  if (from > all) {
    const line = `No more rows: ${counted(all, 'brand')} ${whenWords(report.period)}.`
    return messageOf([richText([[line]])])
  }
  const foot = (next: number | null) => [
    ...measuredWithHelp(report),
    ...(next === null ? [] : buttons([button('More', { kind: 'more', text: command, from: next })])),
  ]
  const rows = tableRows(report, from, foot(1), metric)
  const title = `Rows ${from}–${from + rows.shown - 1} of ${all}, ${periodInSentence(report.period)}`
  return messageOf([heading(title), ...rows.blocks, ...foot(rows.next)])
}

function visibilityHead(report: VisibilityReport, headline: string, metric: MetricForm): readonly Block[] {
  const remarks = compact(report.why && whyLine(report.why), ...headlineRemarks(report))
  const chart = visibilityChart(report, undefined, metric)
  return compact<Block>(
    heading(headline),
    sentences(remarks),
    chart?.block,
    chart?.note && context(chart.note),
  )
}

export function measuredWithHelp(report: VisibilityReport): readonly Block[] {
  return [context(...howMeasured(report), howToRead)]
}

/** The first brands of a report, plus the own one if it comes later. */
export function includingOwn(
  top: readonly BrandStanding[],
  { own, standings }: VisibilityReport,
): readonly BrandStanding[] {
  if (own === null) return top
  const mine = standings.find((standing) => standing.mine && standing.brand === own.brand)
  return mine === undefined || top.includes(mine) ? top : [...top, mine]
}

/** Characters that a table needs besides its cells: its note, and some to spare. */
const tableOverhead = 200

/** As many rows as fit. @param from counted from 1. @returns `next`: the first that doesn't fit; `null`: all do */
function tableRows(report: VisibilityReport, from: number, others: readonly Block[], metric: MetricForm) {
  const room = Math.min(8_000, limits.message.allText - textLength(others) - tableOverhead)
  const table = standingsTable(report, report.standings.slice(from - 1), room, metric)
  if (table === null) return { blocks: [], shown: 0, next: null }
  const next = from + table.shown
  const omittedCount = report.standings.length - next + 1
  return {
    blocks: compact<Block>(
      table.block,
      omittedCount > 0 &&
        context(`${counted(omittedCount, 'more brand')} not shown. Click “More” for the next ones.`),
    ),
    shown: table.shown,
    next: omittedCount > 0 ? next : null,
  }
}

interface VisibilityOptions extends AnswerOptions {
  /** What to type after `/sightline ` for the same period by engine. */
  readonly byEngine: string
  /** What exactly is asked; omitted: how the brands stand. */
  readonly asked?: Asked
}

/**
 * One row: share, why, filter, by engine, how sure, CSV, more. A line names those that the question is too long for.
 * @param from the first row that doesn't fit in the table, counted from 1; `null` if all fit
 */
function visibilityButtons(
  { report, subject, isOwn }: ReturnType<typeof answeredReport>,
  options: VisibilityOptions,
  from: number | null,
): readonly Block[] {
  const { command, byEngine } = options
  const hasChange = isNumber(subject?.visibility.delta ?? null)
  const hasTable = report.standings.length > 0
  const candidates: { label: string; action: Action }[] = compact(
    shareChoice(options),
    hasChange && ({ label: 'Why?', action: { kind: 'why', text: command } } as const),
    { label: 'Filter', action: { kind: 'filter', text: command } },
    {
      // The answer by engine is always unfiltered, and about the own brand's visibility.
      label: `${isOwn ? 'By engine' : 'Your visibility by engine'}${isFiltered(report) ? ', unfiltered' : ''}`,
      action: { kind: 'run_verb', text: byEngine },
    },
    hasTable && ({ label: 'How sure?', action: { kind: 'how_sure', text: command } } as const),
    hasTable && ({ label: 'CSV', action: { kind: 'csv', text: command } } as const),
    from !== null && ({ label: 'More', action: { kind: 'more', text: command, from } } as const),
  )
  const drawn = candidates.map(({ label, action }) => ({ label, element: button(label, action) }))
  const tooLong = drawn.filter(({ element }) => element === null).map(({ label }) => `“${label}”`)
  return compact<Block>(
    ...buttons(drawn.map(({ element }) => element)),
    tooLong.length > 0 &&
      context(
        `No room for ${names(tooLong, tooLong.length)}: this question is too long for a button. Use fewer filters or brands.`,
      ),
  )
}

/** In order; brands that don't fit are omitted. @param metric the first column */
export function standingsTable(
  report: VisibilityReport,
  standings: readonly BrandStanding[],
  maxChars: number,
  metric: MetricForm = visibilityForm,
): ShownTable | null {
  const sayNew = isCompared(report.standings)
  // A phone has room for three columns. A CSV file has the others.
  const metrics = [metric, metric === visibilityForm ? shareOfVoiceForm : visibilityForm]
  const table = {
    caption: captionOf('Standings', report, sayNew),
    header: ['Brand', ...metrics.map(({ label }) => label)],
    rows: standings.map((standing) => rowOf(standing, sayNew, metrics)),
  }
  return dataTable(table, maxChars)
}

function rowOf(standing: BrandStanding, sayNew: boolean, metrics: readonly MetricForm[]): Cell[] {
  // A metric without an earlier value isn't new: of a share of voice, another brand's mentions may be missing.
  const isNew = sayNew && !isNumber(standing.visibility.previous)
  return [
    textCell(`${isNumber(standing.rank) ? `${ordinal(standing.rank)} ` : ''}${nameInList(standing)}`),
    ...metrics.map((metric) => metricCell(standing[metric.key], metric, isNew)),
  ]
}

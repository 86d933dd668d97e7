/** The answer to "where does my brand stand?". */
import type { BrandStanding, VisibilityReport } from '../insights/model.ts'
import { type AnswerOptions, answerFooter } from './answer.ts'
import { visibilityChart } from './chart.ts'
import { context, heading, summary } from './elements.ts'
import type { Block, Message } from './message.ts'
import { counted, isCompared } from './numbers.ts'
import { mrkdwn, richText } from './spans.ts'
import { standingsTables } from './table.ts'
import { headlineNotes, headlineSentence, howMeasured, standingLine } from './words.ts'

/** How many brands a message's `text` names: those of the chart. */
const brandsInText = 6

/** Headline, chart, table and how it was measured; as many brands as a table holds, and how many it doesn't. */
export function visibilityAnswer(report: VisibilityReport, options: AnswerOptions): Message {
  const blocks = [...visibilityHead(report), ...tableOf(report, report.standings), ...measured(report)]
  return {
    text: summary(visibilityText(report)),
    blocks: [...blocks, ...answerFooter(options)],
  }
}

/** The headline, what has to be known or done about it, and the chart. */
export function visibilityHead(report: VisibilityReport): readonly Block[] {
  const notes = headlineNotes(report)
  const chart = visibilityChart(report)
  return [
    heading(headlineSentence(report)),
    ...(notes.length === 0 ? [] : [richText(notes.map((note) => [note]))]),
    ...(chart === null ? [] : [chart.block]),
    ...(chart?.note ? [context(chart.note)] : []),
  ]
}

/** Period, engines and volume. */
export function measured(report: VisibilityReport): readonly Block[] {
  return [context(...howMeasured(report))]
}

/** The lines of a message's `text`: the headline, how it was measured, and the main values of chart and table. */
export function visibilityText(report: VisibilityReport): string[] {
  const top = report.standings.slice(0, brandsInText)
  const compared = isCompared(report.standings)
  const lines = withOwn(top, report).map((standing) => standingLine(standing, compared))
  const rest = report.standings.length - lines.length
  return [
    headlineSentence(report),
    ...headlineNotes(report),
    ...lines,
    ...(rest > 0 ? [`${counted(rest, 'more brand')} in the message.`] : []),
    ...howMeasured(report),
  ].map((line) => mrkdwn([line]))
}

/** The first brands of a report, and the own one even if it comes later. */
export function withOwn(
  top: readonly BrandStanding[],
  { own, standings }: VisibilityReport,
): readonly BrandStanding[] {
  if (own === null) return top
  const mine = standings.find((standing) => standing.mine && standing.brand === own.brand)
  return mine === undefined || top.includes(mine) ? top : [...top, mine]
}

function tableOf(report: VisibilityReport, standings: readonly BrandStanding[]): readonly Block[] {
  const [table] = standingsTables(report, standings, 1)
  if (table === undefined) return []
  const left = standings.length - table.shown
  return [table.block, ...(left > 0 ? [context(`${counted(left, 'more brand')} not shown.`)] : [])]
}

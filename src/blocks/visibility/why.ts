/** The answer to "why did it change?": the change, split into parts that add up to it. */

import type { Block, Message } from '../../model/message.ts'
import type { ChangeReasons, ChangeSplit, SplitPart, VisibilityReport } from '../../model/reports.ts'
import { whySentence } from '../answers/why-sentence.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { textOf } from '../kit/block-text.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { button, context } from '../kit/elements.ts'
import { changeCell, counted, isNumber, names, visibilityForm } from '../kit/numbers.ts'
import { againstWords, periodInSentence } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { scopeAndPeriod } from './scope.ts'
import { nounsOf, partName, signed, splitSentence, tenths } from './why-copy.ts'

/** Largest contributions first. The others are one line. */
const linesOfOne = 4

/** @param reasons `null`: nothing can be compared */
export function whyAnswer(
  report: VisibilityReport,
  reasons: ChangeReasons | null,
  options: AnswerOptions,
): Message {
  const [first, ...others] = reasons?.splits ?? []
  const head = headLines(report, reasons)
  const tableRows = first === undefined || reasons === null ? [] : rowsOf(first, totalOf(reasons))
  const table =
    first === undefined
      ? null
      : dataTable({
          caption: `Share of the change by ${nounsOf(first.dimension).one}, compared with ${againstWords(report)}`,
          header: [capital(nounsOf(first.dimension).one), 'Change', 'Of the change'],
          rows: tableRows,
        })
  const sections = others.filter(hasCause).map((split) => ({
    title: `By ${nounsOf(split.dimension).one}: `,
    line: splitSentence(split, reasons?.of.visibility.delta ?? 0),
  }))
  const notes = [
    ...(first === undefined
      ? []
      : [`In points. The last column adds up to the change. ${answersOf(report)}`]),
    ...unsplitLines(reasons),
  ]
  // The message that shows the change may be far above, or another person's, so the scope is repeated.
  const scope = scopeAndPeriod({ ...report, brands: reasons === null ? report.brands : [reasons.of.brand] })
  const blocks: Block[] = [
    context(scope),
    richText(head.map((text, index) => (index === 0 ? [{ text, style: 'bold' }] : [text]))),
    ...(table === null ? [] : [table.block]),
    ...(sections.length === 0
      ? []
      : [richText(sections.map(({ title, line }) => [{ text: title, style: 'bold' } as const, line]))]),
    ...(notes.length === 0 ? [] : [context(...notes)]),
    ...answerFooter(options, [howSureButton(options)]),
  ]
  return { text: textOf(blocks), blocks }
}

/** A split whose parts all moved alike says nothing about the cause. */
const hasCause = ({ isEverywhere, isMixCause, parts }: ChangeSplit) =>
  !isEverywhere || isMixCause || parts.some(({ isCause }) => isCause)

function answersOf({ answers }: VisibilityReport): string {
  return isNumber(answers.now) ? `${counted(answers.now, 'answer')}.` : ''
}

function howSureButton({ command }: AnswerOptions) {
  return button('How sure?', { kind: 'how_sure', text: command.replace(/^why\b/, 'visibility') })
}

const isReal = 'That is more than ordinary variation.'

function headLines(report: VisibilityReport, reasons: ChangeReasons | null): string[] {
  return reasons === null
    ? [`Nothing to compare ${periodInSentence(report.period)} with, so there’s no change to explain.`]
    : [whySentence(reasons), ...(reasons.of.visibility.isNews === true ? [isReal] : [])]
}

/** Each part as a table row. A last row, for the rest, makes them add up to `total`. */
function rowsOf(split: ChangeSplit, total: number): Cell[][] {
  const shown = split.parts.slice(0, linesOfOne)
  const rows = shown.map((part) => {
    const share = tenths(part.contribution)
    return [
      textCell(partName(split.dimension, part.part)),
      numberCell(part.visibility.delta, changeOf(part)),
      numberCell(share / 10, signed(share)),
    ]
  })
  const rest = total - shown.reduce((sum, { contribution }) => sum + tenths(contribution), 0)
  if (rest === 0) return rows
  return [
    ...rows,
    [textCell(restName(split, shown.length)), textCell('–'), numberCell(rest / 10, signed(rest))],
  ]
}

function restName({ dimension, parts }: ChangeSplit, shown: number): string {
  const { one, many } = nounsOf(dimension)
  const omittedCount = parts.length - shown
  return omittedCount > 0
    ? `${counted(omittedCount, `more ${one}`, `more ${many}`)}, mix and rounding`
    : `Mix of ${many} and rounding`
}

/** A part's own change, marked ▲ or ▼ only if it is a cause. */
function changeOf({ visibility, isCause }: SplitPart): string {
  return changeCell({ ...visibility, isNews: isCause }, visibilityForm).replace(/[()]/g, '')
}

function unsplitLines(reasons: ChangeReasons | null): string[] {
  const of = (reason: 'unread' | 'no_sum') =>
    (reasons?.unsplit ?? [])
      .filter((one) => one.reason === reason)
      .map(({ dimension }) => nounsOf(dimension).one)
  const [unread, sum] = [of('unread'), of('no_sum')]
  return [
    ...(unread.length === 0
      ? []
      : [`Not all answers by ${names(unread, 4)} could be loaded. Try again in a minute.`]),
    ...(sum.length === 0 ? [] : [`Not split by ${names(sum, 4)}: the parts don’t add up to the whole.`]),
  ]
}

function totalOf({ of }: ChangeReasons): number {
  return tenths(of.visibility.delta ?? 0)
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

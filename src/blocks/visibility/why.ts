/** The answer to "why did it change?": the change, split into parts that add up to it. */

import type { Block, Message } from '../../model/message.ts'
import type { ChangeReasons, ChangeSplit, SplitPart, VisibilityReport } from '../../model/reports.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { messageOf } from '../kit/block-text.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { button, context } from '../kit/elements.ts'
import {
  changeCell,
  counted,
  isNumber,
  names,
  signedPoints,
  valueWords,
  visibilityForm,
} from '../kit/numbers.ts'
import { againstWords, periodInSentence } from '../kit/periods.ts'
import { bold, compact, richText } from '../kit/spans.ts'
import { capital } from '../kit/text.ts'
import { moved, nameOf } from './headline-copy.ts'
import { scopeAndPeriod, sharedScope } from './scope.ts'
import { nounsOf, partName, splitSentence, tenths } from './why-copy.ts'

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
  const told = reasons && toldFirst(reasons)
  const sections = others
    .filter((split) => split !== told && hasCause(split))
    .map((split) => ({
      title: `By ${nounsOf(split.dimension).one}: `,
      line: splitSentence(split, reasons?.of.visibility.delta ?? 0),
    }))
  const asked = { ...report, brands: reasons === null ? report.brands : [reasons.of.brand] }
  const { now } = report.answers
  const notes = compact(
    compact(
      options.sharedBy === undefined && scopeAndPeriod(asked),
      isNumber(now) && counted(now, 'answer'),
      first !== undefined && 'In points; the last column adds up to the change',
    ).join(' · '),
    ...unsplitLines(reasons),
  )
  const blocks: Block[] = compact<Block>(
    ...sharedScope(options, asked),
    richText(head.map((text, index) => (index === 0 ? [bold(text)] : [text]))),
    table?.block,
    sections.length > 0 && richText(sections.map(({ title, line }) => [bold(title), line])),
    context(...notes),
    ...answerFooter(options, [howSureButton(options)]),
  )
  return messageOf(blocks)
}

/** A split whose parts all moved alike says nothing about the cause. */
const hasCause = ({ isEverywhere, isMixCause, parts }: ChangeSplit) =>
  !isEverywhere || isMixCause || parts.some(({ isCause }) => isCause)

function howSureButton({ command }: AnswerOptions) {
  return button('How sure?', { kind: 'how_sure', text: command.replace(/^why\b/, 'visibility') })
}

const isReal = 'That is more than ordinary variation.'

function headLines(report: VisibilityReport, reasons: ChangeReasons | null): string[] {
  return reasons === null
    ? [`Nothing to compare ${periodInSentence(report.period)} with, so there’s no change to explain.`]
    : compact(whySentence(reasons), reasons.of.visibility.isNews === true && isReal)
}

/** Each part as a table row. A last row, for the rest, makes them add up to `total`. */
function rowsOf(split: ChangeSplit, total: number): Cell[][] {
  const shown = split.parts.slice(0, linesOfOne)
  const rows = shown.map((part) => {
    const share = tenths(part.contribution)
    return [
      textCell(partName(split.dimension, part.part)),
      numberCell(part.visibility.delta, changeOf(part)),
      numberCell(share / 10, signedPoints(share / 10)),
    ]
  })
  const rest = total - shown.reduce((sum, { contribution }) => sum + tenths(contribution), 0)
  if (rest === 0) return rows
  return [
    ...rows,
    [textCell(restName(split, shown.length)), textCell('–'), numberCell(rest / 10, signedPoints(rest / 10))],
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
  return compact(
    unread.length > 0 && `Not all answers by ${names(unread, 4)} could be loaded. Try again in a minute.`,
    sum.length > 0 && `Not split by ${names(sum, 4)}: the parts don’t add up to the whole.`,
  )
}

function totalOf({ of }: ChangeReasons): number {
  return tenths(of.visibility.delta ?? 0)
}

/** `Northwind fell 5.2 points to 40.7%. About 40% of it is Google AI Overviews, down 14.7 points (…).` */
export function whySentence(reasons: ChangeReasons): string {
  const { of } = reasons
  const { visibility } = of
  const value = valueWords(visibility, visibilityForm)
  if (visibility.verdict === 'same') return `${nameOf(of)} hasn’t changed: it is at ${value}, as before.`
  const change = `${nameOf(of)} ${moved(of)} to ${value}`
  if (visibility.isNews !== true)
    return `${change}, within ordinary variation: there may be nothing to explain.`
  const split = toldFirst(reasons)
  if (split === undefined) return `${change}. Where that comes from can’t be told.`
  return `${change}. ${splitSentence(split, visibility.delta ?? 0)}`
}

/** The split that the first sentence tells: engines come first, unless only another one has a cause. */
function toldFirst({ splits }: ChangeReasons): ChangeSplit | undefined {
  const isEverywhere = splits[0]?.isEverywhere === true
  return (isEverywhere ? splits[0] : splits.find(hasCause)) ?? splits[0]
}

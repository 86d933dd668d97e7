/** Where a change comes from: in a sentence, and as the answer to "why did it change?", in parts that add up to it. */
import type { Message } from '../../model/message.ts'
import type {
  ChangeReasons,
  ChangeSplit,
  SplitDimension,
  SplitPart,
  VisibilityReport,
} from '../../model/reports.ts'
import { isUnjudged } from '../kit/change-copy.ts'
import {
  type AnswerOptions,
  answerFooter,
  button,
  commandButton,
  context,
  messageOf,
} from '../kit/elements.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/figures.ts'
import {
  againstWords,
  allOf,
  changeCell,
  changeInSentence,
  counted,
  isNumber,
  names,
  periodInSentence,
  periodNoun,
  pointWords,
  signedPoints,
  valueWords,
  visibilityForm,
} from '../kit/formats.ts'
import { bold, capital, compact, engineName, labelOf, richText } from '../kit/text.ts'
import { answerSentence } from './answer-sentence.ts'
import { moved, nameOf, toldOf } from './headline-copy.ts'
import { competitorTypeLabels, funnelStageLabels, scopeWords, sharedScope } from './scope.ts'

const nouns: Readonly<Record<SplitDimension, { readonly one: string; readonly many: string }>> = {
  engine: { one: 'engine', many: 'engines' },
  funnelStage: { one: 'funnel stage', many: 'funnel stages' },
  keywordType: { one: 'keyword type', many: 'keyword types' },
  siteType: { one: 'site type', many: 'site types' },
}

const labels = {
  ...funnelStageLabels,
  ...competitorTypeLabels,
  UNKNOWN: 'Unknown site type',
  Generic: 'Generic keywords',
  Brand: 'Brand keywords',
}

/** `Perplexity`, `Middle of funnel`, `Generic keywords`: no engine is called like a value of the other dimensions. */
export const partName = (part: string): string => engineName(labelOf(part, labels))

/** In tenths of a point, so that sums match the numbers shown. */
export function tenths(points: number): number {
  return Math.round(points * 10) + 0
}

/**
 * Why a brand's score changed, by engine, without the parts' points; `null` if there is nothing to say.
 * @param shown more engines are counted
 */
export function whyLine({ of, splits }: ChangeReasons, shown = 3): string | null {
  const engine = splits.find(({ dimension }) => dimension === 'engine')
  if (engine === undefined || !isNumber(of.visibility.delta)) return null
  const sentence = splitSentence(engine, of.visibility.delta, { inPoints: false, shown })
  return of.mine ? sentence : `${nameOf(of)}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
}

/**
 * `Mostly Perplexity, down 15.5 points (3.1 of the 3.2 points).`, `About 40% of it is Gemini, down 14.7 points (1.5 of the
 * 3.6 points).`, `It fell everywhere, most on Claude, down 9.1 points (1.2 of the 3.6 points).`, `We can’t tell: no
 * engine’s change stands out.`
 */
function splitSentence(split: ChangeSplit, delta: number, { inPoints = true, shown = 3 } = {}): string {
  const { dimension, parts, isEverywhere, mix, isMixCause } = split
  const { one, many } = nouns[dimension]
  const wordsOf = (cause: SplitPart) => causeWords(cause, inPoints ? tenths(delta) : null)
  const causes = parts
    .filter(({ isCause }) => isCause)
    .toSorted((a, b) => Math.abs(b.visibility.delta ?? 0) - Math.abs(a.visibility.delta ?? 0))
  const mixWords = isMixCause ? ` A different mix of ${many} accounts for ${signedPoints(mix)} points.` : ''
  const where = dimension === 'engine' ? 'on' : 'in'
  const [most] = causes
  if (isEverywhere) {
    const moved = delta > 0 ? 'rose' : 'fell'
    return most === undefined
      ? `It ${moved} ${where} ${allOf(parts.length)} ${many}; ${parts.length === 2 ? 'neither' : 'none'} stands out.${mixWords}`
      : `It ${moved} everywhere, most ${where} ${wordsOf(most)}.${mixWords}`
  }
  if (most === undefined)
    return isMixCause ? mixWords.trim() : `We can’t tell: no ${one}’s change stands out.`
  const share = causes.reduce((sum, { contribution }) => sum + contribution, 0) / delta
  const lead =
    share > 1
      ? 'It’s all'
      : share > 0.5
        ? 'Mostly'
        : `About ${Math.max(1, Math.round(share * 10)) * 10}% of it is`
  const named = names(causes.map(wordsOf), shown, 100)
  const isOpposed = share > 1 && parts.some(({ contribution }) => contribution * delta < 0)
  const others = isOpposed ? `; other ${many} moved the other way` : ''
  return `${lead} ${named}${others}.${mixWords}`
}

/** `Gemini, down 14.7 points (1.5 of the 3.6 points)` @param total in tenths; `null`: `Gemini (down 14.7 points)` */
function causeWords({ part, visibility, contribution }: SplitPart, total: number | null) {
  const name = partName(part)
  const change = changeInSentence(visibility, visibilityForm)
  if (total === null) return `${name} (${change})`
  const points = tenths(contribution)
  const isPortion = Math.abs(points) <= Math.abs(total)
  const share = isPortion
    ? `${pointWords(Math.abs(points) / 10)} of the ${pointWords(Math.abs(total) / 10)} points`
    : `${signedPoints(points / 10)} points`
  return `${name}, ${change} (${share})`
}

interface WhyOptions extends AnswerOptions {
  /** What was asked about, in words; empty: visibility. */
  readonly metric?: string | undefined
  /** The question is why the own brand is ahead of another one, or behind it. */
  readonly isOfGap?: boolean
  /** The command that shows where the leader is ahead. */
  readonly gaps?: string | null
}

/** Largest contributions first. The others are one line. */
const linesOfOne = 4

/**
 * @param reasons `null`: nothing can be compared
 */
export function whyAnswer(
  report: VisibilityReport,
  reasons: ChangeReasons | null,
  options: WhyOptions,
): Message {
  // The parts are in tenths of a point, of which scores between 0 and 1 have hardly any.
  const [first, ...others] = report.isFraction ? [] : (reasons?.splits ?? [])
  const delta = reasons?.of.visibility.delta ?? 0
  const { isOfGap = false } = options
  const head = compact(
    options.metric && `Why ${options.metric} changed can’t be told. This is about visibility.`,
    isOfGap && answerSentence(report, { relation: 'against' }),
    reasons === null
      ? `Nothing to compare ${periodInSentence(report.period)} with, so there’s no change to explain.`
      : whySentence(reasons, report, isOfGap),
    reasons?.of.visibility.isNews === true && 'That is more than ordinary variation.',
  )
  const table =
    first &&
    dataTable({
      caption: `Share of the change by ${nouns[first.dimension].one}, compared with ${againstWords(report)}`,
      header: [capital(nouns[first.dimension].one), 'Change', 'Of the change'],
      rows: rowsOf(first, tenths(delta)),
    })
  const told = reasons && toldFirst(reasons)
  const sections = others
    .filter((split) => split !== told && hasCause(split))
    .map((split) => ({
      title: `By ${nouns[split.dimension].one}: `,
      line: splitSentence(split, delta),
    }))
  const asked = { ...report, brands: reasons === null ? report.brands : [reasons.of.brand] }
  const { now } = report.answers
  const notes = compact(
    compact(
      options.sharedBy === undefined && scopeWords(asked, asked.period),
      isNumber(now) && counted(now, 'answer'),
      first !== undefined && 'In points; the last column adds up to the change',
    ).join(' · '),
    ...unsplitLines(reasons),
  )
  return messageOf([
    ...sharedScope(options, asked),
    richText(head.map((text, index) => (index === 0 ? [bold(text)] : [text]))),
    table?.block,
    sections.length > 0 && richText(sections.map(({ title, line }) => [bold(title), line])),
    notes.length > 0 && context(...notes),
    ...answerFooter(options, [
      options.gaps && commandButton('Largest gaps', options.gaps),
      button('How sure?', { kind: 'how_sure', text: options.command.replace(/^why\b/, 'visibility') }),
    ]),
  ])
}

/** A split whose parts all moved alike says nothing about the cause. */
const hasCause = ({ isEverywhere, isMixCause, parts }: ChangeSplit) =>
  !isEverywhere || isMixCause || parts.some(({ isCause }) => isCause)

/** Each part as a table row. A last row, for the rest, makes them add up to `total`. */
function rowsOf(split: ChangeSplit, total: number): Cell[][] {
  const shown = split.parts.slice(0, linesOfOne)
  const rows = shown.map((part) => {
    const share = tenths(part.contribution)
    return [
      textCell(partName(part.part)),
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
  const { one, many } = nouns[dimension]
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
      .map(({ dimension }) => nouns[dimension].one)
  const [unread, sum] = [of('unread'), of('no_sum')]
  return compact(
    unread.length > 0 && `Not all answers by ${names(unread, 4)} could be loaded. Try again in a minute.`,
    sum.length > 0 && `Not split by ${names(sum, 4)}: the parts don’t add up to the whole.`,
  )
}

/** `Northwind fell 5.2 points to 40.7%. About 40% of it is Google AI Overviews, down 14.7 points (…).` */
export function whySentence(reasons: ChangeReasons, report: VisibilityReport, isOfGap = false): string {
  const { of } = reasons
  const { visibility } = of
  const value = valueWords(visibility, visibilityForm)
  const told = visibility.isNews ? null : toldOf(of, report)
  if (told !== null)
    return `${told.words}. One ${periodNoun(report.period)} can’t tell where that comes from.`
  if (visibility.verdict === 'same') return `${nameOf(of)} hasn’t changed: it is at ${value}, as before.`
  const change = `${nameOf(of)} ${moved(of)} to ${value}`
  if (visibility.isNews !== true && isUnjudged(report))
    return `${change}. Whether that is more than ordinary variation can’t be told.`
  if (visibility.isNews !== true)
    return `${change}, within ordinary variation${isOfGap ? '' : ': there may be nothing to explain'}.`
  const split = toldFirst(reasons)
  if (split === undefined) return `${change}. Where that comes from can’t be told.`
  return `${change}. ${splitSentence(split, visibility.delta ?? 0)}`
}

/** The split that the first sentence tells: engines come first, unless only another one has a cause. */
function toldFirst({ splits }: ChangeReasons): ChangeSplit | undefined {
  const isEverywhere = splits[0]?.isEverywhere === true
  return (isEverywhere ? splits[0] : splits.find(hasCause)) ?? splits[0]
}

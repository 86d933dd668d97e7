/** The answer to "where does my brand stand?": its notes, how it was measured, and the table of standings. */

import { nameKey } from '../../lib/strings.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Asked } from '../../model/question.ts'
import type { BrandStanding, ImpossibleValue, ReportPeriod, VisibilityReport } from '../../model/reports.ts'
import type { Trend } from '../../model/trend.ts'
import { textLength } from '../kit/block-text.ts'
import { gapSentence, howToRead } from '../kit/change-copy.ts'
import type { Action } from '../kit/codec.ts'
import {
  type AnswerOptions,
  button,
  buttons,
  context,
  heading,
  messageOf,
  sentences,
  shareChoice,
  sharedLine,
} from '../kit/elements.ts'
import {
  type Cell,
  dataTable,
  metricCell,
  type ShownTable,
  textCell,
  visibilityChart,
} from '../kit/figures.ts'
import {
  againstWords,
  type ComparedPeriod,
  changeWords,
  counted,
  dateWords,
  isCompared,
  isNumber,
  type MetricForm,
  metricForms,
  names,
  notAvailable,
  numberWords,
  ordinal,
  periodInSentence,
  periodNoun,
  periodWords,
  pointWords,
  shareOfVoiceForm,
  soFarNote,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { compact, engineName, oneLine, richText, shortName } from '../kit/text.ts'
import { answeredReport } from './answer-sentence.ts'
import { isFiltered, nameInList } from './headline-copy.ts'
import { filterLines, sharedScope } from './scope.ts'
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
  // A rank is that of the visibility.
  const isRanked = metrics[0] === visibilityForm
  return [
    textCell(
      `${isRanked && isNumber(standing.rank) ? `${ordinal(standing.rank)} ` : ''}${nameInList(standing)}`,
    ),
    ...metrics.map((metric) => metricCell(standing[metric.key], metric, isNew)),
  ]
}

/** That the period isn't the requested one, which brands were not found, what to do if nothing can be compared. */
export function headlineRemarks(report: VisibilityReport): string[] {
  const { headline, period, requestedPeriod, brands, standings, smallestNews, answers } = report
  const { kind } = headline
  const filtered = isFiltered(report)
  const hasData = kind !== 'no_data'
  const shown = new Set(standings.map(({ brand }) => nameKey(brand)))
  const missing = brands.filter((asked) => !shown.has(nameKey(asked)))
  return compact(
    hasData && kind !== 'data_gap' && kind !== 'own_vanished' && gapSentence(report),
    hasData && soFarNote(period, report.comparedWith),
    requestedPeriod !== null && newestWords(period, requestedPeriod, filtered),
    ...impossibleRemarks(report),
    report.isFraction && fractionRemark,
    missing.length > 0 && standings.length > 0 && `Not found here: ${names(missing, 5)}.`,
    filtered && hasData && 'Filtered: ranks and shares of voice count only what matches.',
    !hasData && (filtered ? 'Remove a filter, or choose another period.' : tryNewer),
    kind === 'no_own_brand' &&
      (filtered
        ? 'Your brand may be outside the filters. Remove one to look for it.'
        : 'Mark your brand in the analytics console to see it in the headline.'),
    isNumber(smallestNews) &&
      isNumber(answers.now) &&
      smallestNews >= smallSample &&
      report.own !== null &&
      `Small sample: ${counted(answers.now, 'answer')}. Only a change of about ${pointWords(smallestNews)} points or more would be news.`,
    kind === 'first_period' && nothingEarlier(period),
  )
}

export const tryNewer = 'Try again once there is newer data, or choose an earlier period.'

export const newestWords = (shown: ReportPeriod, requested: ReportPeriod, filtered: boolean) =>
  `No data for ${periodInSentence(requested)}${filtered ? ' that matches the filters' : ' yet'}. Showing ${periodInSentence(shown)}, the newest with data.`

export const nothingEarlier = (period: ReportPeriod) =>
  `No earlier ${periodNoun(period)} to compare with. Changes will appear from the next ${periodNoun(period)} on.`

/** Of a table: `Standings for the week of Mon 9 – Sun 15 Nov, compared with 2–8 Nov`. */
export function captionOf(what: string, report: ComparedPeriod, compared: boolean): string {
  const against = compared
    ? `, compared with ${againstWords(report)}`
    : `; no earlier ${periodNoun(report.period)} to compare with`
  return `${what} for ${periodInSentence(report.period)}${against}`
}

/** `The service returned 1E16 for Acme’s visibility on Gemini, which is impossible, so it isn’t shown.` */
export function impossibleRemarks(
  report: Pick<VisibilityReport, 'period' | 'comparedWith'> & {
    readonly impossible: readonly (ImpossibleValue & { readonly engine?: string })[]
  },
): readonly string[] {
  const all = report.impossible.map(({ brand, metric, value, isPrevious, engine }) => {
    const metricName = metricForms.find(({ key }) => key === metric)?.label.toLowerCase() ?? 'value'
    const where = engine === undefined ? '' : ` on ${engineName(engine)}`
    const when = isPrevious ? ` for ${againstWords(report)}` : ''
    return `${Math.abs(value) < 1e15 ? value : numberWords(value)} for ${shortName(brand)}’s ${metricName}${where}${when}`
  })
  if (all.length === 0) return []
  const meaning =
    all.length === 1 ? 'which is impossible, so it isn’t shown' : 'which are impossible, so they aren’t shown'
  return [`The service returned ${names(all, 3, 200)}, ${meaning}.`]
}

/** For scores whose unit is unknown. */
export const fractionRemark =
  'All scores are between 0 and 1 with no unit, so they’re shown as received, and changes aren’t judged.'

/** In points. If a change must be this large to be news, most real changes go unnoticed, so readers need a warning. */
const smallSample = 8

export function howMeasured(report: VisibilityReport): string[] {
  const { period, engines, collect, brandsLeftOut, answers } = report
  const parts = compact(
    `${periodWords(period)} (${oneLine(period.timeZone, 40, 'unknown time zone')})`,
    engines.length === 0 ? 'all engines' : names(engines.map(engineName), 10, 30),
    isNumber(answers.now) && counted(answers.now, 'answer'),
    ...volumeWords(report),
    collect !== null && `newest data ${dateWords(collect.date, period.thisYear)}`,
  )
  const caveat = `${counted(brandsLeftOut, 'more brand')} not loaded, so the true share of voice can only be lower.`
  return compact(
    `How measured: ${parts.join(' · ')}`,
    ...filterLines(report.filters),
    brandsLeftOut > 0 && caveat,
  )
}

function volumeWords({ standings, brands, totalMentions }: VisibilityReport): string[] {
  if (standings.length === 0) return []
  const among = counted(standings.length, 'brand')
  if (!isNumber(totalMentions)) return [`${among}, mentions unknown`]
  // Even if only some brands were requested, the mentions are those of all brands.
  return [
    brands.length > 0
      ? counted(totalMentions, 'mention')
      : `${counted(totalMentions, 'mention')} of ${among}`,
  ]
}

/**
 * `2nd Northwind (you): 41.3% visibility, ▲ up 2.4 points`, or `…, 40.9% before` if the change isn't news.
 * @param compared false in a first period, when everything would be "new"
 */
export function standingLine(standing: BrandStanding, compared: boolean): string {
  const { rank, visibility } = standing
  const name = `${isNumber(rank) ? `${ordinal(rank)} ` : ''}${nameInList(standing)}`
  if (!isNumber(visibility.value)) return `${name}: visibility ${notAvailable}`
  const change = changeWords(visibility, visibilityForm)
  const words = `${valueWords(visibility, visibilityForm)} visibility`
  return `${name}: ${words}${change === 'new' && !compared ? '' : `, ${change}`}`
}

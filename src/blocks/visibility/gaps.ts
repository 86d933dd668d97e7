/** The answer to "where can we gain the most?": the own brand against the leader, segment by segment. */

import type { Gap, GapReport } from '../../model/gap-report.ts'
import type { Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { howToRead } from '../kit/change-copy.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { context, heading, messageOf, sentences } from '../kit/elements.ts'
import { counted, names, pointWords } from '../kit/numbers.ts'
import { whenWords } from '../kit/periods.ts'
import { compact } from '../kit/spans.ts'
import { oneLine, shortName } from '../kit/text.ts'
import { headlineSentence } from './headline-copy.ts'
import { headlineRemarks, howMeasured } from './report-copy.ts'
import { sharedScope } from './scope.ts'
import { partName, tenths } from './why.ts'

/** Where the own brand leads is good to know, but not what was asked for. */
const leadsNamed = 3

export function gapsAnswer(gapReport: GapReport, options: AnswerOptions): Message {
  const { report, gaps } = gapReport
  const isComparable = report.own !== null && report.headline.kind !== 'no_data' && !report.isFraction
  const headline = isComparable ? gapsHeadline(gapReport) : headlineSentence(report)
  // Gaps are between brands: nothing is compared with an earlier period.
  const { soFar: _, ...period } = report.period
  const notes = [
    ...(isComparable ? [...leadLines(gapReport), ...tooCloseLines(gapReport)] : []),
    ...headlineRemarks({ ...report, period, smallestNews: null }),
    ...unreadLines(gapReport),
  ]
  const measured = [...howMeasured(report), howToRead]
  const table =
    gaps.length === 0
      ? null
      : dataTable({
          caption: `You vs. the leader ${whenWords(report.period)}, largest gap first`,
          header: ['Where', 'You', 'Leader'],
          rows: gaps.map(rowOf),
        })
  const brands = report.own === null ? [] : [report.own.brand]
  return messageOf([
    ...sharedScope(options, { ...report, brands }),
    heading(headline),
    sentences(notes),
    table?.block,
    context(...measured),
    ...answerFooter(options),
  ])
}

/** `You trail most on Perplexity: 41.3% against Contoso’s 53.1%, 11.8 points behind.` */
function gapsHeadline({ gaps, tooClose, report }: GapReport): string {
  const [first] = gaps
  if (gaps.length + tooClose.length === 0)
    return `No segment can be compared with the leader ${whenWords(report.period)}.`
  if (first === undefined)
    return `No gap to the leader is more than ordinary variation ${whenWords(report.period)}.`
  const points = tenthsOf(first)
  if (points < 0)
    return `You trail most ${where(first)}: ${percent(first.ownScore)} against ${leaderOf(first)}’s ${percent(first.leader.score)}, ${pointWords(-points / 10)} points behind.`
  return 'You don’t clearly trail the leader anywhere.'
}

/** `You lead by 4.2 points on Gemini and by 3.9 points in bottom of funnel.` */
function leadLines({ gaps }: GapReport): string[] {
  const leads = gaps.filter((gap) => tenthsOf(gap) > 0).toReversed()
  if (leads.length === 0) return []
  const named = leads.map((gap) => `by ${pointWords(tenthsOf(gap) / 10)} points ${where(gap)}`)
  return [`You lead ${names(named, leadsNamed, 90)}.`]
}

function tooCloseLines({ tooClose, notMeasured, leftOut, report }: GapReport): string[] {
  const more = report.period.unit === 'day' || report.period.unit === 'week'
  return compact(
    tooClose.length > 0 &&
      `${counted(tooClose.length, 'other segment is', 'other segments are')} too close to call.${more ? ' Try a longer period: /sightline gaps last month' : ''}`,
    notMeasured > 0 && `${counted(notMeasured, 'segment has', 'segments have')} no score to compare.`,
    leftOut > 0 && `${counted(leftOut, 'more segment')} not checked.`,
  )
}

function unreadLines({ unread }: GapReport): string[] {
  return [...Map.groupBy(unread, ({ reason }) => reason)].map(
    ([reason, parts]) =>
      `⚠ ${names(
        parts.map(({ subject }) => (subject === undefined ? 'A segment' : partName(subject))),
        5,
        40,
      )}: unavailable. ${oneLine(reason, 400, 'No reason was given.')}`,
  )
}

function rowOf(gap: Gap): Cell[] {
  const points = tenthsOf(gap) / 10
  const distance = `${pointWords(Math.abs(points))} ${points > 0 ? 'behind' : 'ahead'}`
  return [
    textCell(partName(gap.part)),
    numberCell(gap.ownScore, percent(gap.ownScore)),
    // Sorted by the gap: the leaders differ from row to row.
    numberCell(points, `${leaderOf(gap)} ${percent(gap.leader.score)} (${distance})`),
  ]
}

function where({ dimension, part }: Gap): string {
  const name = partName(part)
  if (dimension === 'engine') return `on ${name}`
  if (dimension === 'funnelStage') return `in ${name.toLowerCase()}`
  if (dimension === 'siteType') return `for site type “${name}”`
  return `for ${name.toLowerCase()}`
}

function leaderOf({ leader }: Gap): string {
  return shortName(leader.brand)
}

function percent(score: number): string {
  return `${pointWords(score)}%`
}

/** The gap in tenths of a point, between the numbers as shown. */
function tenthsOf({ ownScore, leader }: Gap): number {
  return tenths(ownScore) - tenths(leader.score)
}

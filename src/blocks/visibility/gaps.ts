/** The answer to "where can we gain the most?": the own brand against the leader, segment by segment. */

import type { Gap, GapReport } from '../../model/gap-report.ts'
import type { Message } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import { howToRead, missingSentences } from '../kit/change-copy.ts'
import { type AnswerOptions, answerFooter, context, heading, messageOf, sentences } from '../kit/elements.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/figures.ts'
import { counted, names, pointWords, valueWords, visibilityForm, whenWords } from '../kit/formats.ts'
import { compact, oneLine, shortName } from '../kit/text.ts'
import { headlineSentence } from './headline-copy.ts'
import { sharedScope } from './scope.ts'
import { headlineRemarks, howMeasured } from './visibility.ts'
import { partName, tenths } from './why.ts'

/** Where the own brand leads is good to know, but not what was asked for. */
const leadsNamed = 3

export function gapsAnswer(gapReport: GapReport, options: AnswerOptions): Message {
  const { report, gaps } = gapReport
  const isComparable = report.own !== null && report.headline.kind !== 'no_data' && !report.isFraction
  // Gaps are between brands: nothing is compared with an earlier period.
  const { soFar: _, ...period } = report.period
  const missing = report.coverage.gap?.side === 'before' ? [] : missingSentences(report)
  const headline = isComparable ? [...missing, gapsHeadline(gapReport)].join(' ') : headlineSentence(report)
  const notes = [
    ...(isComparable ? [...leadLines(gapReport), ...tooCloseLines(gapReport)] : []),
    ...headlineRemarks({ ...report, period, smallestNews: null }),
    ...unreadLines(gapReport),
  ]
  const measured = [...howMeasured(report), howToRead]
  const table = dataTable({
    caption: `You vs. the leader ${whenWords(report.period)}, largest gap first`,
    header: ['Where', 'You', 'Leader'],
    rows: gaps.map((gap) => rowOf(gap, report)),
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
    return `You trail most ${where(first)}: ${score(first.ownScore, report)} against ${leaderOf(first)}’s ${score(first.leader.score, report)}, ${pointWords(-points / 10)} points behind.`
  return 'You don’t clearly trail the leader in any segment compared.'
}

/** `You lead by 4.2 points on Gemini and by 3.9 points in bottom of funnel.`, `You don’t clearly lead in any segment compared.` */
function leadLines({ gaps }: GapReport): string[] {
  const leads = gaps.filter((gap) => tenthsOf(gap) > 0).toReversed()
  if (leads.length === 0) return gaps.length === 0 ? [] : ['You don’t clearly lead in any segment compared.']
  const named = leads.map((gap) => `by ${pointWords(tenthsOf(gap) / 10)} points ${where(gap)}`)
  return [`You lead ${names(named, leadsNamed, 90)}.`]
}

function tooCloseLines({ gaps, tooClose, notMeasured, leftOut, report }: GapReport): string[] {
  const other = gaps.length > 0 ? 'other segment' : 'segment'
  const more = report.period.unit === 'day' || report.period.unit === 'week'
  return compact(
    tooClose.length > 0 &&
      `${counted(tooClose.length, `${other} is`, `${other}s are`)} too close to call.${more ? ' Try a longer period: /sightline gaps last month' : ''}`,
    notMeasured.length > 0 && `No score to compare: ${names(notMeasured.map(partName), 5)}.`,
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

function rowOf(gap: Gap, report: VisibilityReport): Cell[] {
  const points = tenthsOf(gap) / 10
  const distance = `${pointWords(Math.abs(points))} ${points > 0 ? 'behind' : 'ahead'}`
  return [
    textCell(partName(gap.part)),
    numberCell(gap.ownScore, score(gap.ownScore, report)),
    // Sorted by the gap: the leaders differ from row to row.
    numberCell(points, `${leaderOf(gap)} ${score(gap.leader.score, report)} (${distance})`),
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

function score(value: number, { own }: VisibilityReport): string {
  return own === null ? pointWords(value) : valueWords({ ...own.visibility, value }, visibilityForm)
}

/** The gap in tenths of a point, between the numbers as shown. */
function tenthsOf({ ownScore, leader }: Gap): number {
  return tenths(ownScore) - tenths(leader.score)
}

/** The answer to "how are we doing on each topic?". */

import type { TopicReport, TopicStanding } from '../../insights/topics.ts'
import type { Message } from '../../model/message.ts'
import { dataOf } from '../../model/reports.ts'
import { gapSentence, howToRead, notCollectedWords } from '../kit/change-copy.ts'
import {
  type AnswerOptions,
  answerFooter,
  context,
  heading,
  messageOf,
  unavailable,
} from '../kit/elements.ts'
import { dataTable, metricCell, numberCell, textCell } from '../kit/figures.ts'
import {
  againstWords,
  allOf,
  counted,
  isCompared,
  isNumber,
  notAvailable,
  periodInSentence,
  periodWords,
  rankWords,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { compact, oneLine } from '../kit/text.ts'
import { nameOf } from './headline-copy.ts'

/** @param omitted how many of the channel's topics were not read */
export function topicsAnswer(report: TopicReport, omitted: number, options: AnswerOptions): Message {
  const topics = dataOf(report.topics)
  const failed = report.topics.flatMap((part) => (part.ok ? [] : [part]))
  const compared = isCompared(topics.flatMap(({ own }) => own ?? []))
  const table = dataTable({
    caption: `Your brand by topic for ${periodInSentence(report.period)}`,
    header: ['Topic', visibilityForm.label, 'Rank'],
    rows: topics.map(({ name, own }) => [
      textCell(topicName(name)),
      own === null ? textCell('not listed') : metricCell(own.visibility, visibilityForm, compared),
      own === null ? textCell(notAvailable) : numberCell(own.rank, rankWords(own)),
    ]),
  })
  const gap = report.coverage && gapSentence({ ...report, coverage: report.coverage })
  const headline = compact(notCollectedWords(report), gap, headlineOf(report, topics)).join(' ')
  const zone = oneLine(report.period.timeZone, 40, 'unknown time zone')
  const against = report.comparedWith === null ? '' : `, compared with ${againstWords(report)}`
  const measured = compact(
    `How measured: ${periodWords(report.period)} (${zone})${against} · all engines · this channel’s topics`,
    omitted !== 0 && `${counted(omitted, 'more topic')} not shown.`,
  )
  return messageOf([
    heading(headline),
    table?.block,
    ...failed.map(({ subject = '', reason }) => unavailable(topicName(subject), reason)),
    context(...measured, howToRead),
    ...answerFooter(options),
  ])
}

/** `Northwind is most visible on Pricing (48.2%) and least on Onboarding (21.0%) in October.` */
function headlineOf({ period, best, worst }: TopicReport, topics: readonly TopicStanding[]): string {
  const when = whenWords(period)
  const scored = topics.filter(({ own }) => isNumber(own?.visibility.value ?? null))
  const [first] = scored
  const last = scored.at(-1)
  if (first?.own == null || last === undefined) return `There are no figures for your topics ${when}.`
  const name = nameOf(first.own)
  if (scored.length === 1) return `${name} is at ${at(first)} on ${topicName(first.name)} ${when}.`
  if (at(first) === at(last))
    return `${name} is equally visible on ${allOf(scored.length)} topics with a score ${when}: ${at(first)}.`
  const ends = compact(
    best !== null && `most visible on ${topicName(best.name)} (${at(best)})`,
    worst !== null &&
      `${best === null ? 'least visible' : 'least'} on ${topicName(worst.name)} (${at(worst)})`,
  )
  return ends.length === 0
    ? `No topic stands out ${when}: ${name} has ${at(last)} to ${at(first)} visibility.`
    : `${name} is ${ends.join(' and ')} ${when}.`
}

const at = ({ own }: TopicStanding): string =>
  own === null ? notAvailable : valueWords(own.visibility, visibilityForm)

const topicName = (name: string): string => oneLine(name, 60, '(unnamed topic)')

/** How sure the figures of a report are, and how Sightline reads the numbers. */
import type { Reading } from '../../insights/reading/reading.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { contentModal } from '../forms/modal.ts'
import { isUnjudged, noNewsWords } from '../kit/change-copy.ts'
import { context, heading, messageOf } from '../kit/elements.ts'
import {
  changeInSentence,
  counted,
  dayAndMonth,
  isNumber,
  numberWords,
  pointWords,
  rangeWords,
  signedPoints,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { bold, capital, compact, richText, type Span } from '../kit/text.ts'
import { answeredReport } from './answer-sentence.ts'
import { nameInList, toldOf } from './headline-copy.ts'
import { fractionRemark, includingOwn } from './visibility.ts'

export const howSureTitle = 'How sure is this?'

const brandsShown = 5

/** What the weeks up to a report's say of its brands. */
interface KnownWeeks {
  readonly weeks: number
  /** Empty: the report is about another period, or too few weeks are known. */
  readonly readings: readonly Reading[]
}

/**
 * One screen: whether the own change is news, where the first brands are and since when, how much an ordinary week moves,
 * and what is assumed.
 * @param known `null`: nothing is known but the report
 */
export function howSureModal(report: VisibilityReport, known: KnownWeeks | null): ModalView {
  const { report: answered, subject } = answeredReport(report)
  const shown = includingOwn(answered.standings.slice(0, brandsShown), report)
  // Readings are in percent.
  const readings = report.isFraction ? [] : (known?.readings ?? [])
  const readingOf = ({ brand }: BrandStanding) => readings.find(({ id }) => id === brand) ?? null
  const reading = subject && readingOf(subject)
  const named = subject && report.brands.length > 0 && [bold(nameInList(subject))]
  return contentModal(
    howSureTitle,
    compact<Block>(
      heading(`Visibility ${whenWords(report.period)}`),
      subject && reading && richText([named, [verdict(subject, reading, report)]]),
      richText(shown.map((standing): Span[] => [sureLine(standing, readingOf(standing), report)])),
      richText(assumptions(report, known).map((line) => [line])),
      context('How Sightline reads the numbers: /sightline help numbers'),
    ),
  )
}

/** `Yes: −5.2 points (between −7.6 and −2.8) since 9 November. An ordinary week moves ±1.1 points.` */
function verdict(of: BrandStanding, reading: Reading, report: VisibilityReport): string {
  const { last, rate, newestWeek, spread } = reading
  const { start } = report.period
  const ordinary = `An ordinary week moves ±${pointWords(spread)} points.`
  const isSlope = rate !== null && toldOf(of, report) !== null
  if (last !== null && (last.told === start || isSlope)) {
    const { kind, direction, from, points, interval } = { ...last, ...rate }
    const each = kind === 'step' ? '' : ' a week'
    const stopped = `it has stopped ${direction > 0 ? 'falling' : 'climbing'}; now `
    return `Yes: ${kind === 'stop' ? stopped : ''}${signedPoints(points)} points${each} (between ${rangeWords(interval)}) since ${dayAndMonth(from, start)}. ${ordinary}`
  }
  if (newestWeek === null) return `Nothing to compare with yet. ${ordinary}`
  return `${noNewsWords(newestWeek)}: between ${rangeWords(newestWeek.interval)} points against the weeks before. ${ordinary}`
}

/**
 * `Northwind (you): 41.3%. Level 40.9% (39.8 to 42.0) since 28 September; an ordinary week moves ±1.1 points.`, or by the
 * sample alone: `Northwind (you): 41.3% ± 4.7. Up 2.4 points: within ordinary variation.`
 */
function sureLine(standing: BrandStanding, reading: Reading | null, report: VisibilityReport): string {
  const { visibility } = standing
  const value = `${nameInList(standing)}: ${valueWords(visibility, visibilityForm)}`
  if (reading === null) {
    const margin = isNumber(visibility.margin ?? null) ? ` ± ${pointWords(visibility.margin ?? 0)}` : ''
    return `${value}${margin}. ${capital(significanceWords(standing, report))}`
  }
  const { level, from, rate, spread } = reading
  const at = valueWords({ ...visibility, value: level.points }, visibilityForm)
  const [low, high] = level.interval.map(pointWords)
  const slope = rate === null ? '' : `, ${signedPoints(rate.points)} points a week`
  return `${value}. Level ${at} (${low} to ${high})${slope} since ${dayAndMonth(from, report.period.start)}; an ordinary week moves ±${pointWords(spread)} points.`
}

function assumptions({ answers, isFraction }: VisibilityReport, known: KnownWeeks | null): string[] {
  if (isFraction) return [fractionRemark]
  if (known !== null && known.readings.length > 0)
    return [
      'A level is what the weeks since then have in common; with 95% confidence, it lies in that range.',
      `Assumed: all brands vary alike. What is ordinary is measured over ${counted(known.readings.length, 'brand')} in ${counted(known.weeks, 'week')}.`,
    ]
  const sample = isNumber(answers.now)
    ? `${counted(answers.now, 'answer')}${isNumber(answers.before) ? `, ${numberWords(answers.before)} before` : ''}: ± is the margin of such a sample, with 95% confidence.`
    : 'The service gives no answer counts, so no change can be judged.'
  const ordinary =
    known === null
      ? 'No weeks are known yet, so ordinary variation isn’t counted here. Small changes may be no more than that.'
      : `A change must also exceed what weeks ordinarily vary, as measured in ${counted(known.weeks, 'week')}.`
  return [sample, ordinary]
}

/** `up 5.4 points: more than ordinary variation.` */
export function significanceWords({ visibility: change }: BrandStanding, report: VisibilityReport): string {
  if (!isNumber(change.value)) return 'not measured.'
  if (!isNumber(change.previous)) return 'nothing to compare with.'
  if (change.verdict === 'same') return 'no change.'
  const words = changeInSentence(change, visibilityForm)
  if (!change.isNews && isUnjudged(report)) return `${words}: can’t be judged.`
  return `${words}: ${change.isNews ? 'more than' : 'within'} ordinary variation.`
}

const readingTitle = 'How Sightline reads the numbers'

/** The answer to `/sightline help numbers`. */
export function howNumbersAreRead(): Message {
  return messageOf([heading(readingTitle), richText(readingLines.map((line): Span[] => [`• ${line}`]))])
}

const readingLines: readonly string[] = [
  'All figures are the analytics service’s. Sightline only judges what is news.',
  'Scores (0 to 100) are averages over the collected answers. They vary from week to week without a cause; “How sure?” under an answer shows how much.',
  'News (headlines, alerts, ▲ and ▼) is more than that, allowing for how many brands or engines are looked at. It’s told once, when it’s clear.',
  'Without news, you get the range of the change. That isn’t an all-clear.',
  '“Passed” is clearly behind before, clearly ahead now. “Most” and “least” name only an engine that clearly differs.',
  'What wasn’t collected is named first. It isn’t “in no answers”.',
  'Assumed: all brands vary alike, slow movements fade alike; other periods, filters and topics vary as the weeks do. With few weeks, the number of answers decides.',
  'Presence, ranking, mentions and share of voice get no ▲ or ▼: their variation isn’t measured.',
  'A running period is compared with the same days before; your own dates, we assume, with as many days before.',
  'Missing numbers are “n/a”, never zero. Share of voice needs every brand’s mentions.',
  'Days follow the channel’s time zone.',
]

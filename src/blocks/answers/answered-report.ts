import type { Asked } from '../../model/question.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { type MetricForm, metricForms, visibilityForm } from '../kit/numbers.ts'
import { ownFirstSentence } from '../visibility/headline-copy.ts'
import { answerSentence, brandsAskedFor } from './answer-sentence.ts'

/** A report as its answer shows it: the subject first, in the sentence, the chart and the table. */
export interface AnsweredReport {
  readonly report: VisibilityReport
  readonly headline: string
  readonly metric: MetricForm
  /** The brand that the question is about; `null`: the own one is missing. */
  readonly subject: BrandStanding | null
  /** It is about the visibility of the own brand, as the weeks in the trend are. */
  readonly isOwn: boolean
}

export function answeredReport(report: VisibilityReport, asked: Asked = {}): AnsweredReport {
  const { rivals, unknown } = brandsAskedFor(report)
  const [rival] = rivals
  const subject = rivals.length === 1 && rival !== undefined ? rival : report.own
  const metric = metricForms.find(({ key }) => key === asked.metric) ?? visibilityForm
  const sentence = answerSentence(report, asked)
  const isOwn = rivals.length === 0 && metric === visibilityForm
  if (sentence === null) return { report, headline: ownFirstSentence(report), metric, subject, isOwn }
  const { why, ...rest } = report
  const isExplained = why !== undefined && why.of.brand === subject?.brand
  return {
    report: {
      ...rest,
      ...(isExplained ? { why } : {}),
      // The sentence names those that are unknown.
      brands: rivals.length === 0 ? [] : report.brands,
      standings:
        rivals.length === 0
          ? report.standings
          : [...rivals, ...report.standings.filter((standing) => !rivals.includes(standing))],
    },
    headline: sentence,
    metric,
    subject,
    isOwn: isOwn && unknown.length === 0,
  }
}

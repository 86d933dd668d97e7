/** The answer to "which website evaluations are watched in this channel?". */
import type { Evaluation } from '../../model/evaluation.ts'
import type { Message } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { button, context, heading, row, summary } from '../kit/elements.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { evaluationHeadline, evaluationName, evaluationUnavailable } from './evaluation.ts'

export interface WatchedHere {
  readonly evaluations: readonly Section<Evaluation>[]
  readonly omittedCount: number
}

const checkHint: readonly Span[] = [
  'To check or watch one, type ',
  { text: '/sightline evaluation', style: 'code' },
  ' and its address in the analytics console, or its id.',
]

export function watchedEvaluations(
  { evaluations, omittedCount }: WatchedHere,
  options: AnswerOptions,
): Message {
  const count = evaluations.length + omittedCount
  const headline =
    count === 0
      ? 'No website evaluations are watched in this channel.'
      : `${counted(count, 'website evaluation')} watched in this channel`
  const more = omittedCount === 0 ? [] : [`${counted(omittedCount, 'more evaluation')} not loaded.`]
  return {
    text: summary(
      [[headline], ...evaluations.map(lineOf), ...more.map((line) => [line]), checkHint].map(mrkdwn),
    ),
    blocks: [
      heading(headline),
      ...evaluations.map((one) => row([lineOf(one)], one.ok ? detailsButton(one.data) : null)),
      ...more.map((line) => context(line)),
      richText([checkHint]),
      ...answerFooter(options),
    ],
  }
}

function lineOf(one: Section<Evaluation>): Span[] {
  return [one.ok ? evaluationHeadline(one.data) : evaluationUnavailable(one)]
}

function detailsButton({ id, name }: Evaluation) {
  const about = `Details: ${evaluationName(name)}`
  return button('Details', { kind: 'run_verb', text: `evaluation ${id}` }, { about })
}

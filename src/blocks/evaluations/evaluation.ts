/** The answer to "how is that website evaluation doing?". */
import type { Evaluation } from '../../model/evaluation.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import type { EvaluationRef } from '../kit/codec.ts'
import { button, context, heading, summary } from '../kit/elements.ts'
import { shortId } from '../kit/ids.ts'
import { counted, numberWords } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

interface EvaluationOptions extends AnswerOptions {
  readonly ref: EvaluationRef
  /** The person who asked gets a message when it is done. */
  readonly watching: boolean
}

const shownUrls = 10
const urlLength = 300

/** An evaluation's facts; while it is running, with a button that starts or stops watching it. */
export function evaluationAnswer(evaluation: Evaluation, options: EvaluationOptions): Message {
  const { ref, watching, command } = options
  const waits = watching && !evaluation.isFinal
  const going = evaluation.isFinal
    ? []
    : [
        waits ? stopButton(ref) : watchButton(ref),
        button(
          'Check again',
          { kind: 'run_verb', text: command },
          { about: `Check again: /sightline ${command}` },
        ),
      ]
  return {
    text: evaluationText(evaluation, waits ? [youAreWatching] : []),
    blocks: [
      heading(evaluationHeadline(evaluation)),
      ...evaluationFacts(evaluation),
      ...(waits ? [context(youAreWatching)] : []),
      ...answerFooter(options, going),
    ],
  }
}

const youAreWatching = 'You’re watching this. You’ll get a direct message when it’s done.'

export function watchButton(ref: EvaluationRef) {
  return button('Notify me when it’s done', { kind: 'watch_evaluation', ...ref }, { style: 'primary' })
}

export function stopButton(ref: EvaluationRef) {
  return button('Stop watching', { kind: 'unwatch_evaluation', ...ref })
}

/** `✓ Website evaluation “Product pages”: completed.`: never only a sign. */
export function evaluationHeadline({ name, status }: Pick<Evaluation, 'name' | 'status'>): string {
  const { sign, words } = stateOf(status)
  return `${sign}Website evaluation “${evaluationName(name)}”: ${words}.`
}

/** The line for an evaluation that could not be read. */
export function evaluationUnavailable({
  reason,
  subject,
}: Extract<Section<Evaluation>, { ok: false }>): string {
  const headline = subject === undefined ? 'Unavailable' : `Evaluation ${shortId(subject)} is unavailable`
  return `⚠ ${headline}: ${oneLine(reason, 400, 'No reason was given.')}`
}

export function evaluationName(name: string): string {
  return oneLine(name, 210, 'Unnamed')
}

/** The message's `text`. @param more lines right below the headline */
export function evaluationText(evaluation: Evaluation, more: readonly string[]): string {
  const { urls } = evaluation
  return summary(
    [
      [evaluationHeadline(evaluation)],
      ...more.map((line) => [line]),
      ...lines(evaluation),
      ...(urls.length === 0 ? [] : [[`${urlsTitle(evaluation)}: ${listed(urls.map(urlWords), 3)}`]]),
    ].map(mrkdwn),
  )
}

export function evaluationFacts(evaluation: Evaluation): readonly Block[] {
  const urls = evaluation.urls.slice(0, shownUrls)
  const omittedCount = evaluation.urls.length - urls.length
  return [
    richText(lines(evaluation)),
    richText([
      [{ text: urlsTitle(evaluation), style: 'bold' }],
      ...urls.map((url): Span[] => [`• ${urlWords(url)}`]),
    ]),
    ...(omittedCount > 0
      ? [context(`${counted(omittedCount, 'more address', 'more addresses')} not shown.`)]
      : []),
  ]
}

/** The states of the specification (2.1) in words, and what each means for a person who is waiting. */
const states: Readonly<Partial<Record<string, { sign: string; words: string; means: string }>>> = {
  pending: { sign: '', words: 'waiting to start', means: 'The service hasn’t started it yet.' },
  in_progress: { sign: '', words: 'in progress', means: 'The service is working on it.' },
  completed: {
    sign: '✓ ',
    words: 'completed',
    means: 'See the results in the analytics console.',
  },
  partial: {
    sign: '⚠ ',
    words: 'partly completed',
    means: 'Some results are missing. The analytics console shows which.',
  },
  failed: {
    sign: '⚠ ',
    words: 'failed',
    means: 'It ended without results. Start it again in the analytics console.',
  },
}

function stateOf(status: string | null): { sign: string; words: string; means: string } {
  if (status === null)
    return { sign: '', words: 'status unknown', means: 'The service didn’t give its status.' }
  const state = Object.hasOwn(states, status) ? states[status] : undefined
  return (
    state ?? {
      sign: '',
      words: `status “${oneLine(status, 60, 'empty')}”`,
      means: 'Sightline doesn’t know this status. Check the analytics console.',
    }
  )
}

function lines({ status, tags, discovery, cost, createdAt, isArchived }: Evaluation): Span[][] {
  const discoveryText = discovery === null ? 'unknown' : discovery ? 'on' : 'off'
  return [
    [stateOf(status).means],
    ['Created ', { at: createdAt }, isArchived ? ' · archived' : ''],
    [`Cost: ${numberWords(cost)} · Discovery: ${discoveryText}`],
    [
      `Tags: ${
        tags.length === 0
          ? 'none'
          : listed(
              tags.map((tag) => oneLine(tag, 210, '(empty)')),
              10,
            )
      }`,
    ],
  ]
}

/** `a, b, and 3 more`. */
function listed(all: readonly string[], most: number): string {
  const omittedCount = all.length - most
  return `${all.slice(0, most).join(', ')}${omittedCount > 0 ? `, and ${numberWords(omittedCount)} more` : ''}`
}

function urlsTitle({ urls }: Evaluation): string {
  return urls.length === 0 ? 'No addresses' : counted(urls.length, 'address', 'addresses')
}

function urlWords(url: string): string {
  return oneLine(url, urlLength, '(empty)')
}

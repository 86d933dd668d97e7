/** Website evaluations: how one is doing, which are watched, and messages to those who watch. */

import type { Evaluation } from '../../model/evaluation.ts'
import type { Block, Message } from '../../model/message.ts'
import type { Section } from '../../model/reports.ts'
import type { EvaluationWatch } from '../../store/index.ts'
import type { WatchedEvaluations } from '../digest/data.ts'
import {
  type AnswerOptions,
  answerFooter,
  button,
  buttons,
  commandButton,
  context,
  contextOf,
  heading,
  messageOf,
  row,
} from '../kit/elements.ts'
import { counted, names, numberWords } from '../kit/formats.ts'
import { bold, code, compact, type Line, oneLine, richText, type Span, shortId } from '../kit/text.ts'

/** Where it lives in the service (specification, part 4.1). */
type EvaluationRef = Pick<EvaluationWatch, 'organizationId' | 'workspaceId' | 'evaluationId'>

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
        commandButton('Check again', command, { of: `/sightline ${command}` }),
      ]
  return messageOf([
    heading(evaluationHeadline(evaluation)),
    ...evaluationFacts(evaluation),
    waits && context('You’re watching this. You’ll get a direct message when it’s done.'),
    ...answerFooter(options, going),
  ])
}

function watchButton(ref: EvaluationRef) {
  return button('Notify me when it’s done', { kind: 'watch_evaluation', ...ref }, { style: 'primary' })
}

function stopButton(ref: EvaluationRef) {
  return button('Stop watching', { kind: 'unwatch_evaluation', ...ref })
}

/** `✓ Website evaluation “Product pages”: completed.`: never only a sign. */
export function evaluationHeadline({ name, status }: Pick<Evaluation, 'name' | 'status'>): string {
  const { sign, words } = stateOf(status)
  return `${sign}Website evaluation “${evaluationName(name)}”: ${words}.`
}

export function evaluationUnavailable({ reason, subject }: Extract<Section<never>, { ok: false }>): string {
  const headline = subject === undefined ? 'Unavailable' : `Evaluation ${shortId(subject)} is unavailable`
  return `⚠ ${headline}: ${oneLine(reason, 400, 'No reason was given.')}`
}

function evaluationName(name: string): string {
  return oneLine(name, 210, 'Unnamed')
}

function evaluationFacts(evaluation: Evaluation): readonly Block[] {
  const { length: count } = evaluation.urls
  const urls = evaluation.urls.slice(0, shownUrls)
  const omittedCount = count - urls.length
  const title = count === 0 ? 'No addresses' : counted(count, 'address', 'addresses')
  return compact<Block>(
    richText(lines(evaluation)),
    richText([[bold(title)], ...urls.map((url): Span[] => [`• ${oneLine(url, urlLength, '(empty)')}`])]),
    omittedCount > 0 && context(`${counted(omittedCount, 'more address', 'more addresses')} not shown.`),
  )
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

function lines({ status, tags, discovery, cost, createdAt, isArchived }: Evaluation): Line[] {
  const discoveryText = discovery === null ? 'unknown' : discovery ? 'on' : 'off'
  return [
    [stateOf(status).means],
    ['Created ', { at: createdAt }, isArchived ? ' · archived' : ''],
    [`Cost: ${numberWords(cost)} · Discovery: ${discoveryText}`],
    [`Tags: ${tags.length === 0 ? 'none' : names(tags, 10, 210)}`],
  ]
}

const checkHint: Line = [
  'To check or watch one, type ',
  code('/sightline evaluation'),
  ' and its address in the analytics console, or its id.',
]

export function watchedEvaluations(
  { evaluations, omittedCount }: WatchedEvaluations,
  options: AnswerOptions,
): Message {
  const count = evaluations.length + omittedCount
  const headline =
    count === 0
      ? 'No website evaluations are watched in this channel.'
      : `${counted(count, 'website evaluation')} watched in this channel`
  return messageOf([
    heading(headline),
    ...evaluations.map((one) =>
      one.ok
        ? row([[evaluationHeadline(one.data)]], detailsButton(one.data))
        : row([[evaluationUnavailable(one)]], null),
    ),
    omittedCount > 0 && context(`${counted(omittedCount, 'more evaluation')} not loaded.`),
    richText([checkHint]),
    ...answerFooter(options),
  ])
}

function detailsButton({ id, name }: Evaluation) {
  const about = `Details: ${evaluationName(name)}`
  return commandButton('Details', `evaluation ${id}`, { about })
}

export type WatchView = Pick<EvaluationWatch, 'evaluationId' | 'channel' | 'createdAt'>

/** @param name `null`: the service was unavailable */
export function watchStarted(name: string | null, ref: EvaluationRef, days: number): Message {
  const subject = name === null ? 'the website evaluation' : `“${evaluationName(name)}”`
  return messageOf([
    heading(`You’ll get a direct message when ${subject} is done.`),
    richText([[`Sightline checks for up to ${days} days.`]]),
    ...buttons([stopButton(ref)]),
  ])
}

export function watchStopped(ref: EvaluationRef): Message {
  const headline = 'You’re no longer watching this website evaluation.'
  return messageOf([heading(headline), ...buttons([watchButton(ref)])])
}

export function evaluationDone(evaluation: Evaluation, watch: WatchView): Message {
  return messageOf([
    heading(evaluationHeadline(evaluation)),
    ...evaluationFacts(evaluation),
    contextOf(askedFor(watch)),
  ])
}

export function evaluationGone(watch: WatchView): Message {
  return ended(watch, '⚠ A website evaluation you were watching is gone.', [
    'The analytics service no longer knows the id ',
    code(oneLine(watch.evaluationId, 60)),
    '. If it was restarted, watch the new one.',
  ])
}

/** @param why the state at the last check, as a sentence */
export function watchGivenUp(watch: WatchView, days: number, why: string): Message {
  return ended(watch, `⚠ Sightline stopped watching a website evaluation after ${days} days.`, [
    `${oneLine(why, 400, 'It isn’t done.')} To keep watching: `,
    code(`/sightline evaluation ${oneLine(watch.evaluationId, 60)}`),
  ])
}

function ended(watch: WatchView, headline: string, more: Line): Message {
  return messageOf([heading(headline), richText([more]), contextOf(askedFor(watch))])
}

function askedFor({ channel, createdAt }: WatchView): Span[] {
  const where: Span[] = channel === '' ? [] : [' in ', { channel }]
  return ['You asked for this', ...where, ', ', { at: createdAt }, '.']
}

import type { Evaluation } from '../../model/evaluation.ts'
import type { Message } from '../../model/message.ts'
import type { EvaluationRef } from '../kit/codec.ts'
import { buttons, contextOf, heading, summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import {
  evaluationFacts,
  evaluationHeadline,
  evaluationName,
  evaluationText,
  stopButton,
  watchButton,
} from './evaluation.ts'

interface WatchView {
  readonly evaluationId: string
  readonly channel: string
  /** ISO 8601 instant. */
  readonly createdAt: string
}

/** @param name `null`: the service was unavailable */
export function watchStarted(
  name: string | null,
  ref: EvaluationRef,
  { already, days }: { readonly already: boolean; readonly days: number },
): Message {
  const subject = name === null ? 'the website evaluation' : `“${evaluationName(name)}”`
  const headline = already
    ? `You’re already watching ${subject}.`
    : `You’ll get a direct message when ${subject} is done.`
  const more = already
    ? 'You’ll get a direct message when it’s done.'
    : `Sightline checks for up to ${days} days.`
  return {
    text: textOf([headline], [more]),
    blocks: [heading(headline), richText([[more]]), ...buttons([stopButton(ref)])],
  }
}

export function watchStopped(was: boolean, ref: EvaluationRef): Message {
  const headline = was
    ? 'You’re no longer watching this website evaluation.'
    : 'You weren’t watching this website evaluation.'
  return { text: textOf([headline]), blocks: [heading(headline), ...buttons([watchButton(ref)])] }
}

export function evaluationDone(evaluation: Evaluation, watch: WatchView): Message {
  return {
    text: evaluationText(evaluation, []),
    blocks: [
      heading(evaluationHeadline(evaluation)),
      ...evaluationFacts(evaluation),
      contextOf(askedFor(watch)),
    ],
  }
}

export function evaluationGone(watch: WatchView): Message {
  return ended(watch, '⚠ A website evaluation you were watching is gone.', [
    'The analytics service no longer knows the id ',
    { text: oneLine(watch.evaluationId, 60), style: 'code' },
    '. If it was restarted, watch the new one.',
  ])
}

/** @param why the state at the last check, as a sentence */
export function watchGivenUp(watch: WatchView, days: number, why: string): Message {
  return ended(watch, `⚠ Sightline stopped watching a website evaluation after ${days} days.`, [
    `${oneLine(why, 400, 'It isn’t done.')} To keep watching: `,
    { text: `/sightline evaluation ${oneLine(watch.evaluationId, 60)}`, style: 'code' },
  ])
}

function ended(watch: WatchView, headline: string, more: readonly Span[]): Message {
  return {
    text: textOf([headline], more),
    blocks: [heading(headline), richText([more]), contextOf(askedFor(watch))],
  }
}

function askedFor({ channel, createdAt }: WatchView): Span[] {
  const where: Span[] = channel === '' ? [] : [' in ', { channel }]
  return ['You asked for this', ...where, ', ', { at: createdAt }, '.']
}

function textOf(...lines: (readonly Span[])[]): string {
  return summary(lines.map(mrkdwn))
}

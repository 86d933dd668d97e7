/** The recommendations that a channel tracks, by title. */
import type { TitledRecommendation, TrackPreview } from '../../model/channel.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import { formButton, formModal, type Notice } from '../forms/modal.ts'
import { buttons, commandButton, context, heading, messageOf, plainText } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { bold, compact, type Line, oneLine, recommendationId, richText, type Span } from '../kit/text.ts'
import {
  backToSummary,
  navigation,
  type SetupMetadata,
  setupCallbackId,
  setupMetadata,
  setupTitle,
  stopTrackingId,
  trackAgainId,
} from './setup-form.ts'
import { groupTitles } from './setup-words.ts'

/** More would leave no room for the rest of the modal. */
const listed = 60

type Way = Pick<SetupMetadata, 'channel' | 'back'>

export interface RecommendationsView {
  /** `null`: unavailable. */
  readonly tracked: readonly TitledRecommendation[] | null
  readonly typed?: string
  readonly draw?: number
  readonly error?: string | null
  readonly notice?: Notice | null
  /** What was just done, in a sentence. */
  readonly done?: string
  /** The result id that “Undo” tracks again. */
  readonly stopped?: string
}

export function recommendationsModal(
  { tracked, typed = '', draw = 0, error = null, notice = null, done, stopped }: RecommendationsView,
  { channel, back }: Way,
): ModalView {
  const omittedCount = (tracked?.length ?? 0) - listed
  return formModal(
    {
      title: setupTitle,
      submit: 'Track',
      callbackId: setupCallbackId,
      metadata: setupMetadata({ channel, step: 'recommendations', back, draw }),
      notice,
    },
    compact<Block>(
      richText([
        done !== undefined && [`✓ ${oneLine(done, 600)}`],
        [bold(`${groupTitles.recommendations} `), 'that ', { channel }, ' tracks'],
        tracked === null && ['The list can’t be shown right now.'],
        tracked?.length === 0 && ['None yet.'],
      ]),
      ...(tracked ?? []).slice(0, listed).map(trackedRow),
      omittedCount > 0 &&
        context(`${omittedCount} more not shown: /sightline actions remove and an id stops tracking one.`),
      textField({
        id: 'recommendations',
        draw,
        label: 'Track more',
        placeholder: 'Addresses from the console, or ids',
        hint: 'One per line.',
        value: typed,
        lines: 'many',
        error,
      }),
      ...navigation(
        backToSummary,
        stopped !== undefined &&
          isValue(stopped) &&
          formButton('Undo', trackAgainId, stopped, 'Undo: track it again'),
      ),
    ),
  )
}

function trackedRow({ resultId, title }: TitledRecommendation, index: number): Block {
  const name = nameOf({ resultId, title })
  return {
    type: 'section',
    block_id: `tracked_${index}`,
    text: plainText(name, limits.text),
    ...(isValue(resultId) && {
      accessory: formButton('Stop tracking', stopTrackingId, resultId, `Stop tracking: ${name}`),
    }),
  }
}

function isValue(resultId: string): boolean {
  return resultId !== '' && resultId.length <= limits.button.value
}

function nameOf({ resultId, title }: TitledRecommendation): string {
  return oneLine(title ?? '', 150, recommendationId(resultId))
}

/** The answer if none of the recommendations is tracked now. */
export function nothingTracked({ already, unknown, unseen, reason }: TrackPreview): Message {
  const again = commandButton('Try again', `actions add ${unseen.join(' ')}`)
  const headline =
    unseen.length > 0
      ? 'Nothing was tracked.'
      : already.length > 0
        ? 'Already tracked here.'
        : 'No such recommendation.'
  const lines: Line[] = compact<Line>(
    ...already.map((one): Span[] => [`• ${nameOf(one)}`]),
    unknown.length > 0 && [notFound(unknown)],
    unseen.length > 0 && [notSeen(reason)],
  )
  return messageOf([heading(headline), richText(lines), ...(unseen.length === 0 ? [] : buttons([again]))])
}

/** The service couldn't show them now. */
export function notSeen(reason: string | null): string {
  return `${oneLine(reason ?? '', 400, 'The service gave no answer.')} What can’t be looked up isn’t tracked.`
}

/** For ids that the channel's workspace doesn't have. */
export function notFound(unknown: readonly string[]): string {
  const shown = unknown.slice(0, 3).map((id) => `“${oneLine(id, 40, '–')}”`)
  const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : ''
  return `Not found in this channel’s workspace: ${shown.join(', ')}${more}. Copy the address from the console again.`
}

export function stoppedSentence(resultId: string, title: string | null): string {
  return `Stopped tracking “${nameOf({ resultId, title })}” here. Its task, if there is one, stays.`
}

/** What was done, shown above the list, and what was not. */
export function trackedSentence({ identified, unknown, unseen, reason }: TrackPreview): string {
  return compact(
    nowTracking(identified),
    unknown.length > 0 && notFound(unknown),
    unseen.length > 0 && notSeen(reason),
  ).join(' ')
}

export function nowTracking(recommendations: readonly TitledRecommendation[]): string {
  const [first, second] = recommendations
  return first !== undefined && second === undefined && first.title !== null
    ? `Now tracking “${nameOf(first)}”.`
    : `Now tracking ${counted(recommendations.length, 'more recommendation')}.`
}

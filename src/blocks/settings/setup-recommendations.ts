/** The recommendations that a channel tracks, by title, and a preview of those to add. */
import type { Button } from '@slack/types'
import type { TitledRecommendation, TrackPreview } from '../../model/channel.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import { formModal, formNotice, type Notice } from '../forms/modal.ts'
import { button, buttons, context, heading, plainText, summary } from '../kit/elements.ts'
import { recommendationId } from '../kit/ids.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { type SetupMetadata, setupCallbackId, setupMetadata, setupTitle } from './setup-form.ts'
import {
  backToSummary,
  lookUpAgainId,
  navigation,
  setupButton,
  setupStepId,
  stopTrackingId,
  trackAgainId,
} from './setup-navigation.ts'
import { groupTitles } from './setup-words.ts'

/** More would leave no room for the rest of the modal. */
const listed = 60

type Way = Pick<SetupMetadata, 'channel' | 'back'>

export interface RecommendationsView {
  /** `null`: unavailable. */
  readonly tracked: readonly TitledRecommendation[] | null
  readonly typed?: string
  readonly error?: string
  readonly notice?: Notice | null
  /** What was just done, in a sentence. */
  readonly done?: string
  /** The result id that “Undo” tracks again. */
  readonly stopped?: string
}

export function recommendationsModal(
  { tracked, typed = '', error, notice = null, done, stopped }: RecommendationsView,
  { channel, back }: Way,
): ModalView {
  const omittedCount = (tracked?.length ?? 0) - listed
  return formModal(
    {
      title: setupTitle,
      submit: 'Continue',
      callbackId: setupCallbackId,
      metadata: setupMetadata({ channel, step: 'recommendations', back }),
      notice,
    },
    [
      richText([
        ...(done === undefined ? [] : [[`✓ ${oneLine(done, 600)}`]]),
        [{ text: `${groupTitles.recommendations} `, style: 'bold' }, 'that ', { channel }, ' tracks'],
        ...(tracked === null ? [['The list can’t be shown right now.']] : []),
        ...(tracked?.length === 0 ? [['None yet.']] : []),
      ]),
      ...(tracked ?? []).slice(0, listed).map(trackedRow),
      ...(omittedCount > 0
        ? [context(`${omittedCount} more not shown: /sightline actions remove and an id stops tracking one.`)]
        : []),
      textField({
        id: 'recommendations',
        label: 'Track more',
        placeholder: 'Addresses from the console, or ids',
        hint: 'One per line. You see their titles before they are tracked.',
        value: typed,
        lines: 'many',
        error: error ?? null,
      }),
      navigation([
        backToSummary,
        ...(stopped === undefined || !isValue(stopped)
          ? []
          : [setupButton('Undo', trackAgainId, stopped, 'Undo: track it again')]),
      ]),
    ],
  )
}

function trackedRow({ resultId, title }: TitledRecommendation, index: number): Block {
  const name = nameOf({ resultId, title })
  return {
    type: 'section',
    block_id: `tracked_${index}`,
    text: plainText(name, limits.text),
    ...(isValue(resultId)
      ? {
          accessory: setupButton('Stop tracking', stopTrackingId, resultId, `Stop tracking: ${name}`),
        }
      : {}),
  }
}

/** Whether the id fits in a button's value. */
function isValue(resultId: string): boolean {
  return resultId !== '' && resultId.length <= limits.button.value
}

function nameOf({ resultId, title }: TitledRecommendation): string {
  return oneLine(title ?? '', 150, recommendationId(resultId))
}

export function trackModal(preview: TrackPreview, { channel, back }: Way, notice: Notice | null): ModalView {
  const resultIds = trackable(preview)
  const metadata = setupMetadata({ channel, step: 'track', back, resultIds })
  const canTrack = resultIds.length > 0 && metadata !== ''
  return {
    type: 'modal',
    title: plainText(setupTitle, limits.modal.title),
    ...(canTrack ? { submit: plainText(trackLabel(preview), limits.modal.title) } : {}),
    close: plainText('Cancel', limits.modal.title),
    callback_id: setupCallbackId,
    private_metadata: canTrack ? metadata : setupMetadata({ channel, step: 'track', back }),
    blocks: [
      ...formNotice(notice),
      heading(trackHeadline(preview)),
      ...trackBlocks(preview),
      navigation([
        ...(preview.unseen.length === 0
          ? []
          : [setupButton('Try again', lookUpAgainId, 'track', 'Try again')]),
        setupButton('Back', setupStepId, 'recommendations', 'Back: recommendations'),
      ]),
    ],
  }
}

/** The same as a message. */
export function trackQuestion(preview: TrackPreview): Message {
  const resultIds = trackable(preview)
  const headline = trackHeadline(preview)
  const row: (Button | null)[] =
    resultIds.length === 0
      ? []
      : [
          button(trackLabel(preview), { kind: 'track', resultIds }, { style: 'primary' }),
          ...(preview.unseen.length === 0
            ? []
            : [button('Try again', { kind: 'run_verb', text: `actions add ${resultIds.join(' ')}` })]),
          button('Cancel', { kind: 'track_cancel' }),
        ]
  return {
    text: summary([[headline], ...trackLines(preview)].map(mrkdwn)),
    blocks: [heading(headline), ...trackBlocks(preview), ...buttons(row)],
  }
}

function trackable({ identified, unseen }: TrackPreview): readonly string[] {
  return [...identified.map(({ resultId }) => resultId), ...unseen]
}

function trackLabel({ unseen }: TrackPreview): string {
  return unseen.length === 0 ? 'Track' : 'Track anyway'
}

function trackHeadline(preview: TrackPreview): string {
  const count = trackable(preview).length
  if (count > 0)
    return `Track ${count === 1 ? 'this recommendation' : `these ${count} recommendations`} here?`
  return preview.already.length > 0 ? 'Already tracked here.' : 'No such recommendation.'
}

function trackBlocks(preview: TrackPreview): readonly Block[] {
  const lines = trackLines(preview)
  return lines.length === 0 ? [] : [richText(lines)]
}

function trackLines({ identified, already, unknown, unseen, reason }: TrackPreview): Span[][] {
  const isNew = identified.length + unseen.length > 0
  return [
    ...identified.map((one): Span[] => [`• ${nameOf(one)}${one.title === null ? ' (no brief yet)' : ''}`]),
    ...(unseen.length === 0
      ? []
      : [
          [`⚠ ${oneLine(reason ?? '', 400, 'The service gave no answer.')} Titles can’t be shown for:`],
          ...unseen.map((resultId): Span[] => [`• ${nameOf({ resultId, title: null })}`]),
        ]),
    ...(isNew && already.length > 0 ? [['Already tracked here:']] : []),
    ...already.map((one): Span[] => [`• ${nameOf(one)}`]),
    ...(unknown.length === 0 ? [] : [[notFound(unknown)]]),
  ]
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

/** What was done, shown above the list. @param title of the added recommendation, if it is only one */
export function trackedSentence(added: number, title: string | null): string {
  if (added === 0) return 'Already tracked here.'
  if (added === 1 && title !== null) return `Now tracking “${oneLine(title, 150)}”.`
  return `Now tracking ${counted(added, 'more recommendation')}.`
}

export function trackingCancelled(): Message {
  const words = 'Nothing was tracked.'
  return { text: words, blocks: [richText([[words]])] }
}

/** Confirms a saved digest: repeats every choice, and offers what to do next. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { ModalView } from '../../model/message.ts'
import type { DigestSection, DigestSettings } from '../../store/index.ts'
import { contentModal } from '../forms/modal.ts'
import { sharedChannel } from '../kit/answer.ts'
import { button, buttons } from '../kit/elements.ts'
import { names } from '../kit/numbers.ts'
import { bold, compact, type Line, richText } from '../kit/spans.ts'
import { digestFormTitle } from './digest-form.ts'
import { writeDigestMenuPlace } from './digest-list.ts'
import { alertsInWords, digestName, healthLine, scheduleLines } from './digest-words.ts'

export const digestSavedCallbackId = 'sl1.digest_saved'

const sectionNames: Readonly<Record<DigestSection, string>> = {
  visibility: 'visibility',
  engines: 'engines',
  reddit: 'Reddit',
  actions: 'recommendations',
  evaluations: 'website evaluations',
  review: 'the review',
}

export function digestSaved({
  digest,
  settings,
  isNew,
  shared = false,
}: {
  readonly digest: ChannelDigest
  readonly settings: Pick<DigestSettings, 'sections' | 'onlyWhenChanged' | 'detailsInThread'>
  readonly isNew: boolean
  /** Whether other companies are in its channel. */
  readonly shared?: boolean
}): ModalView {
  const { id, channel } = digest
  // A section of a later release has no name yet.
  const sections = settings.sections.map((section) =>
    Object.hasOwn(sectionNames, section) ? sectionNames[section] : 'another section',
  )
  const { onlyWhenChanged, detailsInThread } = settings
  const quiet = onlyWhenChanged ? 'Posts only when something changed' : 'Posts one line when nothing changed'
  const details = detailsInThread ? 'details go in its thread' : 'no details in its thread'
  const lines: Line[] = compact<Line>(
    [bold(`✓ “${digestName(digest.name)}” ${isNew ? 'is set up for ' : 'is saved for '}`), { channel }],
    ...scheduleLines(digest),
    alertsInWords(digest.alerts) === null && ['Alerts: off.'],
    digest.pausedFor !== null && healthLine(digest),
    [`Includes: ${names(sections, sections.length)}.`],
    // A review is posted whole, and has no thread.
    settings.sections.includes('review') ? onlyWhenChanged && [`${quiet}.`] : [`${quiet}; ${details}.`],
    shared && sharedChannel(channel, 'this digest'),
    isNew && ['The first digest names you, and says how to change it.'],
  )
  return contentModal(
    digestFormTitle,
    [
      richText(lines),
      ...buttons([
        button('Preview', { kind: 'digest_test', id }),
        button('Edit', { kind: 'digest_edit', id }),
      ]),
    ],
    {
      callbackId: digestSavedCallbackId,
      metadata: writeDigestMenuPlace({ channel, listAddress: null }),
    },
  )
}

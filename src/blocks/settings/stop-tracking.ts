/** The form that lists a channel's tracked recommendations by title, to stop tracking some of them. */
import type { Option } from '../../model/form-values.ts'
import type { ModalView } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { multiSelectField } from '../forms/choice.ts'
import { formModal, type Notice, resultModal } from '../forms/modal.ts'
import { recommendationId } from '../kit/ids.ts'
import { counted } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'

export const stopTrackingTitle = 'Stop tracking'
export const stopTrackingCallbackId = 'sl1.stop-tracking'

export interface StopTrackingForm {
  readonly channel: string
  readonly recommendations: readonly Section<Recommendation>[]
}

/** @param chosen result ids */
export function stopTrackingModal(
  { channel, recommendations }: StopTrackingForm,
  {
    notice = null,
    chosen = [],
  }: { readonly notice?: Notice | null; readonly chosen?: readonly string[] } = {},
): ModalView {
  const frame = {
    title: stopTrackingTitle,
    submit: 'Save',
    callbackId: stopTrackingCallbackId,
    metadata: JSON.stringify({ c: channel }),
    notice,
  }
  return recommendations.length === 0
    ? resultModal(stopTrackingTitle, [[{ channel }, ' tracks no recommendation.']])
    : formModal(frame, [
        multiSelectField({
          id: 'recommendations',
          label: 'Recommendations',
          hint: 'This channel no longer shows them. Tasks that were created stay.',
          options: recommendations.map(optionOf),
          chosen,
        }),
      ])
}

/** What the form has kept; `null`: it can't be read. */
export function stopTrackingChannel(metadata: string): string | null {
  try {
    const { c } = JSON.parse(metadata)
    return typeof c === 'string' ? c : null
  } catch {
    return null
  }
}

/** @param left how many the channel tracks still */
export function stoppedTracking(stopped: number, left: number): ModalView {
  return resultModal(stopTrackingTitle, [
    [
      `Stopped tracking ${counted(stopped, 'recommendation')}. This channel now tracks ${left === 0 ? 'none' : counted(left, 'recommendation')}.`,
    ],
    [
      'To track one again, type ',
      { text: '/sightline actions add', style: 'code' },
      ' and its id or address.',
    ],
  ])
}

function optionOf(section: Section<Recommendation>): Option {
  const id = section.ok ? section.data.resultId : (section.subject ?? '')
  const title = section.ok ? section.data.briefs[0]?.title : undefined
  return { text: oneLine(title ?? '', 75, recommendationId(id)), value: id }
}

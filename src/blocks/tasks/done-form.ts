import type { ModalView } from '../../model/message.ts'
import { dateField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { contentModal } from '../kit/modal.ts'
import { dateWords } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { serializePlace, type TaskFormPlace } from './form-place.ts'
import { taskName } from './task-elements.ts'

export const doneTitle = 'Mark as done'
export const doneCallbackId = 'sl1.task_done'

export interface DoneForm {
  readonly place: TaskFormPlace
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly day: string | null
}

export function doneModal(
  { place, name, day }: DoneForm,
  problems: { readonly error?: string; readonly notice?: Notice } = {},
): ModalView {
  return formModal(
    {
      title: doneTitle,
      submit: 'Mark as done',
      callbackId: doneCallbackId,
      metadata: serializePlace(place),
      notice: problems.notice ?? null,
    },
    [
      richText([
        [{ text: taskName(name), style: 'bold' }],
        ['Sightline compares the weeks before this day with the weeks since. The console isn’t changed.'],
      ]),
      dateField({ id: 'day', label: 'Done on', value: day, error: problems.error ?? null }),
    ],
  )
}

/** Another person has already marked the task as done. */
export function alreadyDoneModal(
  name: string,
  done: { readonly on: string; readonly by: string; readonly thisYear: number },
): ModalView {
  return contentModal(doneTitle, [
    richText([
      [
        `“${taskName(name)}” is already marked as done on ${dateWords(done.on, done.thisYear)}, by `,
        { user: done.by },
        '.',
      ],
      ['For another day, choose Reopen first.'],
    ]),
  ])
}

/** The forms that change what a task aims at, or mark it as done. */

import * as z from 'zod'
import type { Block, ModalView } from '../../model/message.ts'
import {
  dateField,
  fieldActionId,
  fitsOption,
  multiSelectField,
  searchField,
  textField,
} from '../forms/fields.ts'
import { type FormProblems, formButton, formModal, modalState, resultModal } from '../forms/modal.ts'
import { buttons, context, contextOf } from '../kit/elements.ts'
import { dateWords } from '../kit/formats.ts'
import { bold, compact, engineName, richText } from '../kit/text.ts'
import { listText } from '../visibility/filter-form.ts'
import { type TaskAimed, taskName } from './task-state.ts'

export const aimTitle = 'Change aim'
export const aimCallbackId = 'sl1.task_aim'
export const readAgainId = fieldActionId('read_again')

export interface AimForm extends TaskAimed {
  readonly place: TaskFormPlace
  /** Slack id of the person who corrected it; `null`: it was read from the recommendation's texts. */
  readonly by: string | null
  readonly engines: readonly string[]
  /** Another number than before resets the fields. */
  readonly draw?: number
}

export function aimModal(
  { place, aim, by, engines, filterNames, draw = 0 }: AimForm,
  { errors = {}, notice = null }: FormProblems<'rival' | 'subreddit'> = {},
): ModalView {
  const topics = filterNames.filter(({ filter }) => filter === 'topics')
  const field = { draw, optional: true }
  const rivalField = { id: 'rival', ...field, label: 'Competitor', error: errors.rival ?? null }
  const topicsField = { id: 'topics', ...field, label: 'Topics' }
  const content: Block[] = compact<Block>(
    context(
      'Sightline compares your visibility on these engines with the others, before a task and since. Without an engine it compares nothing.',
      'This applies to every task of this recommendation.',
    ),
    multiSelectField({
      id: 'engines',
      ...field,
      label: 'Engines',
      options: engines.map((engine) => ({ text: engineName(engine), value: engine })),
      chosen: aim.engines,
    }),
    // A text field where a value is too long for a menu, which would drop it.
    aim.rival === null || fitsOption(aim.rival)
      ? searchField({
          ...rivalField,
          chosen: aim.rival === null ? null : { text: aim.rival, value: aim.rival },
        })
      : textField({ ...rivalField, value: aim.rival }),
    topics.length + aim.topics.length > 0 &&
      (aim.topics.every(fitsOption)
        ? multiSelectField({
            ...topicsField,
            options: topics.map(({ id, name }) => ({ text: name, value: id })),
            chosen: aim.topics,
          })
        : textField({ ...topicsField, hint: 'Ids, separated by commas.', value: listText(aim.topics) })),
    textField({
      id: 'subreddit',
      ...field,
      label: 'Subreddit',
      value: aim.subreddit ?? '',
      most: 40,
      error: errors.subreddit ?? null,
    }),
    ...(by === null
      ? [context('Detected from the recommendation’s text.')]
      : [
          contextOf(['Changed by ', { user: by }, '.']),
          ...buttons([formButton('Detect from the text', readAgainId)], 'read_again'),
        ]),
  )
  return formModal(
    {
      title: aimTitle,
      callbackId: aimCallbackId,
      metadata: serializePlace(place),
      notice,
    },
    content,
  )
}

export const doneTitle = 'Mark as done'
export const doneCallbackId = 'sl1.task_done'

export interface DoneForm {
  readonly place: TaskFormPlace
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly day: string | null
}

export function markDoneModal(
  { place, name, day }: DoneForm,
  { errors = {}, notice = null }: FormProblems<'day'> = {},
): ModalView {
  return formModal(
    {
      title: doneTitle,
      submit: 'Mark as done',
      callbackId: doneCallbackId,
      metadata: serializePlace(place),
      notice,
    },
    [
      richText([
        [bold(taskName(name))],
        ['Sightline compares the weeks before this day with the weeks since. The console isn’t changed.'],
      ]),
      dateField({ id: 'day', label: 'Done on', value: day, error: errors.day ?? null }),
    ],
  )
}

export function alreadyDoneModal(
  name: string,
  done: { readonly on: string; readonly by: string; readonly thisYear: number },
): ModalView {
  return resultModal(doneTitle, [
    [
      `“${taskName(name)}” is already marked as done on ${dateWords(done.on, done.thisYear)}, by `,
      { user: done.by },
      '.',
    ],
    ['For another day, choose Reopen first.'],
  ])
}

/** What a form about a task keeps: the task, and where the form was opened. */
const place = z
  .object({
    organizationId: z.string(),
    workspaceId: z.string(),
    resultId: z.string(),
    /** `null`: the form is about the recommendation. */
    taskId: z.string().nullable(),
    /** Slack's id; `null`: the Home tab. */
    channel: z.string().nullable(),
    /** The message's `ts`; `null`: not opened from a message. */
    messageTs: z.string().nullable(),
    /** Response address of the ephemeral message, which is redrawn afterwards; `null`: no such message. */
    privateAddress: z.string().nullable(),
    /** The page of the task list that the message shows; `null`: it isn't a task list. */
    page: z.int().positive().nullable(),
  })
  .readonly()
export type TaskFormPlace = z.infer<typeof place>

const state = modalState(place)
export const parsePlace = state.read
const serializePlace = (opened: TaskFormPlace): string =>
  state.write(opened, { ...opened, privateAddress: null })

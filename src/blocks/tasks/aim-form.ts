/** What a task aims at, in words, and the form in which a person corrects it. */
import type { ActionsBlock } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import type { Aim } from '../../model/story.ts'
import type { FilterName } from '../../store/index.ts'
import { multiSelectField, searchField } from '../forms/choice.ts'
import { fieldActionId, textField } from '../forms/fields.ts'
import { formButton, formModal, type Notice } from '../forms/modal.ts'
import { context, contextOf } from '../kit/elements.ts'
import { engineName } from '../kit/engine-names.ts'
import { oneLine } from '../kit/text.ts'
import { serializePlace, type TaskFormPlace } from './form-place.ts'
import { aimName } from './story-copy.ts'

export const aimTitle = 'Change aim'
export const aimCallbackId = 'sl1.task_aim'
export const rivalActionId = fieldActionId('rival')
export const readAgainId = fieldActionId('read_again')

export interface AimForm {
  readonly place: TaskFormPlace
  readonly aim: Aim
  /** Slack id of the person who corrected it; `null`: it was read from the recommendation's texts. */
  readonly by: string | null
  /** The engines to choose from. */
  readonly engines: readonly string[]
  readonly filterNames: readonly FilterName[]
}

/** What a recommendation's tasks aim at; `filterNames`: the channel's names for topics. */
export interface TaskAimed {
  readonly aim: Aim
  readonly filterNames: readonly FilterName[]
}

/** `Aims at: Perplexity, against Acme, r/crm.` */
export function aimSentence(aim: Aim, filterNames: readonly FilterName[] = []): string {
  const parts = [
    aimName(aim, { filterNames }, 'no engine in particular'),
    ...(aim.rival === null ? [] : [`against ${oneLine(aim.rival, 80, 'a competitor')}`]),
    ...(aim.subreddit === null ? [] : [`r/${oneLine(aim.subreddit, 40, 'all')}`]),
  ]
  return `Aims at: ${parts.join(', ')}.`
}

/** What the aim is good for. */
export function aimNote({ engines }: Aim): string {
  return engines.length > 0
    ? 'Sightline compares your visibility there with the other engines, before the task and since.'
    : 'Without an engine there is nothing to compare, so nothing will be said of what follows. “Change aim” adds one.'
}

export function aimModal(
  { place, aim, by, engines, filterNames }: AimForm,
  problems: {
    readonly errors?: { readonly rival?: string; readonly subreddit?: string }
    readonly notice?: Notice
  } = {},
): ModalView {
  const topics = filterNames.filter(({ filter }) => filter === 'topics')
  const content: Block[] = [
    context(
      'Sightline compares your visibility on these engines with the others, before a task and since. Without an engine it compares nothing.',
      'This applies to every task of this recommendation.',
    ),
    multiSelectField({
      id: 'engines',
      label: 'Engines',
      optional: true,
      options: engines.map((engine) => ({ text: engineName(engine), value: engine })),
      chosen: aim.engines,
    }),
    searchField({
      id: 'rival',
      label: 'Competitor',
      optional: true,
      chosen: aim.rival === null ? null : { text: aim.rival, value: aim.rival },
      error: problems.errors?.rival ?? null,
    }),
    ...(topics.length + aim.topics.length === 0
      ? []
      : [
          multiSelectField({
            id: 'topics',
            label: 'Topics',
            optional: true,
            options: topics.map(({ id, name }) => ({ text: name, value: id })),
            chosen: aim.topics,
          }),
        ]),
    textField({
      id: 'subreddit',
      label: 'Subreddit',
      optional: true,
      value: aim.subreddit ?? '',
      most: 40,
      error: problems.errors?.subreddit ?? null,
    }),
    ...(by === null
      ? [context('Detected from the recommendation’s text.')]
      : [contextOf(['Changed by ', { user: by }, '.']), readAgain]),
  ]
  return formModal(
    {
      title: aimTitle,
      submit: 'Save',
      callbackId: aimCallbackId,
      metadata: serializePlace(place),
      notice: problems.notice ?? null,
    },
    content,
  )
}

const readAgain: ActionsBlock = {
  type: 'actions',
  block_id: 'read_again',
  elements: [formButton('Detect from the text', readAgainId)],
}

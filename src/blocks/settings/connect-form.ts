/** The forms in which an admin enters, replaces and removes a workspace's API key. The key itself is never drawn. */

import type { Button } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import { formModal, type Notice, resultModal } from '../forms/modal.ts'
import { buttons, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export const connectTitle = 'Connect analytics'
export const disconnectTitle = 'Remove the API key'
export const connectCallbackId = 'sl1.connect'
export const disconnectCallbackId = 'sl1.disconnect'
const removeKeyId = 'sl1.form.remove_key'

/** What people may know of a key. */
export interface CurrentKey {
  readonly lastFour: string
  /** What it reaches, in words. */
  readonly reach: string
  /** Slack user id; `null`: the operator of Sightline. */
  readonly connectedBy: string | null
  /** ISO 8601 instant. */
  readonly connectedAt: string
}

export interface ConnectForm {
  /** `null`: there is no key yet. */
  readonly current: CurrentKey | null
  /** Ids that the form asks for, with what they hold; `null`: the configuration says where to look. */
  readonly place: {
    readonly organization: string
    readonly workspace: string
    readonly analysis: string
  } | null
}

type ConnectField = 'key' | 'organization' | 'workspace' | 'analysis'

export function connectModal(
  { current, place }: ConnectForm,
  problems: {
    readonly errors?: { readonly [Field in ConnectField]?: string }
    readonly notice?: Notice | null
  } = {},
): ModalView {
  const error = (field: ConnectField) => problems.errors?.[field] ?? null
  const id = (
    field: 'organization' | 'workspace' | 'analysis',
    label: string,
    hint: string,
    optional: boolean,
  ) =>
    textField({
      id: field,
      label,
      hint,
      optional,
      value: place?.[field] ?? '',
      most: 255,
      error: error(field),
    })
  const content: Block[] = [
    richText([
      current === null
        ? [
            'This workspace has no API key of the analytics service yet. Everybody here reads with the key that you enter.',
          ]
        : [...keyWords(current), ' The key that you enter takes its place for everybody at once.'],
    ]),
    textField({
      id: 'key',
      label: current === null ? 'API key' : 'New API key',
      placeholder: 'sk-…',
      hint: 'From the console of the analytics service. It is checked first, kept encrypted, and never shown again.',
      // Whatever was entered before: a key is not sent back to anybody's screen.
      value: '',
      most: 510,
      error: error('key'),
    }),
    ...(place === null
      ? []
      : [
          id('organization', 'Organization', 'Its id. Empty: the one that the key reaches.', true),
          id('workspace', 'Workspace', 'Its id. Empty: the one that the key reaches.', true),
          id(
            'analysis',
            'Analysis',
            'Its project id, from its address in the console. Channels can choose others with /sightline setup.',
            false,
          ),
        ]),
  ]
  return formModal(
    {
      title: connectTitle,
      submit: 'Check and save',
      callbackId: connectCallbackId,
      metadata: '',
      notice: problems.notice ?? null,
    },
    content,
  )
}

export function connectedModal(current: CurrentKey, replaced: boolean): ModalView {
  return resultModal(connectTitle, [
    [{ text: replaced ? 'The key was replaced. ' : 'Connected. ', style: 'bold' }, ...keyWords(current)],
    [''],
    [
      'Next: type ',
      { text: '/sightline visibility', style: 'code' },
      ' in a channel to see where your brand stands, ',
      { text: '/sightline setup', style: 'code' },
      ' to choose what the channel looks at, and ',
      { text: '/sightline digest', style: 'code' },
      ' for a weekly digest.',
    ],
  ])
}

/** The click on its red button removes the key: Slack shows a form's own button in green. */
export function disconnectModal(current: CurrentKey): ModalView {
  const remove: Button = {
    type: 'button',
    text: plainText('Remove API key', limits.button.text),
    action_id: removeKeyId,
    style: 'danger',
  }
  return {
    type: 'modal',
    title: plainText(disconnectTitle, limits.modal.title),
    close: plainText('Cancel', limits.modal.title),
    callback_id: disconnectCallbackId,
    blocks: [
      richText([
        keyWords(current),
        [
          'Without it, nobody in this workspace can read any data, and digests say so instead. Settings and history stay. The key itself stays valid: delete it in the console of the analytics service.',
        ],
      ]),
      ...buttons([remove]),
    ],
  }
}

/** @param removed `false`: there was none any more */
export function disconnectedModal(removed: boolean): ModalView {
  return resultModal(disconnectTitle, [
    [
      {
        text: removed ? 'The key was removed. ' : 'There was no key any more. ',
        style: 'bold',
      },
      'An admin enters another one with ',
      { text: '/sightline connect', style: 'code' },
      '.',
    ],
  ])
}

/** `The key …x4Fq reaches 2 organizations. Ana entered it on 3 March.` */
function keyWords({ lastFour, reach, connectedBy, connectedAt }: CurrentKey): Span[] {
  return [
    'The key that ends in ',
    { text: oneLine(lastFour, 4, '?'), style: 'code' },
    ` reaches ${oneLine(reach, 150, 'what it did not tell')}. `,
    ...(connectedBy === null ? ['Whoever runs Sightline'] : [{ user: connectedBy }]),
    ' entered it, ',
    { at: connectedAt },
    '.',
  ]
}

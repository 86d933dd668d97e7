/** The forms in which an admin enters, replaces and removes a workspace's API key. The key itself is never shown. */

import type { Button } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import type { Connection } from '../../store/index.ts'
import { fieldActionId, textField } from '../forms/fields.ts'
import { contentModal, type FormProblems, formButton, formModal, resultModal } from '../forms/modal.ts'
import { buttons } from '../kit/elements.ts'
import { bold, code, oneLine, richText, type Span } from '../kit/text.ts'

export const connectTitle = 'Connect analytics'
export const disconnectTitle = 'Remove the API key'
export const connectCallbackId = 'sl1.connect'
export const disconnectCallbackId = 'sl1.disconnect'
const removeKeyId = fieldActionId('remove_key')

export type CurrentKey = Pick<Connection, 'lastFour' | 'reach' | 'connectedBy' | 'connectedAt'>

export interface ConnectForm {
  /** `null`: there is no key yet. */
  readonly current: CurrentKey | null
  /** Ids that the form asks for, with their current values; `null`: they come from the configuration. */
  readonly place: Readonly<Record<PlaceField, string>> | null
}

const placeFields = [
  ['organization', 'Organization', 'Its id. Leave blank for the one the key reaches.'],
  ['workspace', 'Workspace', 'Its id. Leave blank for the one the key reaches.'],
  [
    'analysis',
    'Analysis',
    'The project id in its console address. Channels can choose another with /sightline settings.',
  ],
] as const
type PlaceField = (typeof placeFields)[number][0]

export function connectModal(
  { current, place }: ConnectForm,
  { errors = {}, notice = null }: FormProblems<'key' | PlaceField> = {},
): ModalView {
  const content: Block[] = [
    richText([
      current === null
        ? ['This workspace has no analytics API key yet. Everyone here will use the one you enter.']
        : [...keyWords(current), ' The new key replaces it for everyone.'],
    ]),
    textField({
      id: 'key',
      label: current === null ? 'API key' : 'New API key',
      placeholder: 'sk-…',
      hint: 'From the analytics console. It’s checked first, stored encrypted, and never shown again.',
      // Always empty: an entered key is never sent back to a screen.
      value: '',
      most: 510,
      error: errors.key ?? null,
    }),
    ...placeFields.flatMap(([id, label, hint]) => {
      if (place === null) return []
      const optional = id !== 'analysis'
      return [
        textField({ id, label, hint, optional, value: place[id], most: 255, error: errors[id] ?? null }),
      ]
    }),
  ]
  return formModal(
    {
      title: connectTitle,
      submit: 'Check and save',
      callbackId: connectCallbackId,
      metadata: '',
      notice,
    },
    content,
  )
}

export function connectedModal(current: CurrentKey, replaced: boolean): ModalView {
  return resultModal(connectTitle, [
    [bold(replaced ? 'The key was replaced. ' : 'Connected. '), ...keyWords(current)],
    [''],
    [
      'Next: type ',
      code('/sightline visibility'),
      ' in a channel to see where your brand stands, ',
      code('/sightline settings'),
      ' to choose what the channel covers, and ',
      code('/sightline digest'),
      ' for a weekly digest.',
    ],
  ])
}

/** Its red button removes the key. A form's submit button would be green in Slack. */
export function disconnectModal(current: CurrentKey): ModalView {
  const remove: Button = { ...formButton('Remove API key', removeKeyId), style: 'danger' }
  return contentModal(
    disconnectTitle,
    [
      richText([
        keyWords(current),
        [
          'Without it, nobody in this workspace can see any data, and digests will say so. Settings and history stay. The key itself stays valid until you delete it in the analytics console.',
        ],
      ]),
      ...buttons([remove]),
    ],
    { close: 'Cancel', callbackId: disconnectCallbackId },
  )
}

/** @param removed `false`: there was no key any more */
export function disconnectedModal(removed: boolean): ModalView {
  return resultModal(disconnectTitle, [
    [
      bold(removed ? 'The key was removed. ' : 'The key was already removed. '),
      'An admin can enter a new one with ',
      code('/sightline connect'),
      '.',
    ],
  ])
}

/** `The key ending in x4Fq reaches 2 organizations. Entered by Ana, 3 March.` */
function keyWords({ lastFour, reach, connectedBy, connectedAt }: CurrentKey): Span[] {
  return [
    'The key ending in ',
    code(oneLine(lastFour, 4, '?')),
    ` reaches ${oneLine(reach, 150, 'an unknown organization')}. `,
    'Entered by ',
    connectedBy === null ? 'your Sightline admin' : { user: connectedBy },
    ', ',
    { at: connectedAt },
    '.',
  ]
}

/** The forms of a channel's settings: one small form for each group. */
import * as z from 'zod'
import type { Option } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import { fitsOption, searchField } from '../forms/choice.ts'
import { type Field, textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { modalState } from '../forms/modal-state.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { allSettingsButton, backToChannels, backToSummary, navigation } from './setup-navigation.ts'
import { groupTitles, type SettingsGroup } from './setup-words.ts'

export const setupTitle = 'Channel settings'
export const setupCallbackId = 'sl1.setup'

/** A menu's value that leaves the setting at its default. */
export const asConfigured = 'as-configured'

/** One form of the settings. `start`: the most important fields, for a channel without settings. */
export type SettingsForm = SettingsGroup | 'start'

/** What the modal shows. */
export type SettingsStep = SettingsForm | 'summary' | 'recommendations'

const steps: readonly unknown[] = [...Object.keys(groupTitles), 'start', 'summary']

export function isSettingsStep(step: unknown): step is SettingsStep {
  return steps.includes(step)
}

const fittingOption = z.string().transform((value) => (fitsOption(value) ? value : ''))
const setupState = z
  .object({
    channel: z.string(),
    step: z.custom<SettingsStep>(isSettingsStep),
    /** The organization whose workspaces are offered; `''`: the default one. */
    organization: fittingOption.default(''),
    /** The channel was chosen in an earlier form, and “Back” leads there. */
    back: z.boolean(),
    /** The time zone that the person was asked to confirm; `''`: none. */
    zone: fittingOption.default(''),
  })
  .readonly()
export type SetupMetadata = z.output<typeof setupState>
export const { write: setupMetadata, read: readSetupMetadata } = modalState(setupState)

export interface SetupForm extends z.input<typeof setupState> {
  readonly step: SettingsForm
  readonly fields: readonly Block[]
  /** Whether other companies are in the channel. */
  readonly shared: boolean
  readonly notice: Notice | null
}

export function setupModal({ fields, shared, notice, ...metadata }: SetupForm): ModalView {
  const { channel, step, back } = metadata
  return formModal(
    {
      title: setupTitle,
      submit: 'Save',
      callbackId: setupCallbackId,
      metadata: setupMetadata(metadata),
      notice,
    },
    [
      richText([
        ...intro(step, { channel }),
        ...(shared ? [sharedChannel(channel, 'what Sightline posts here')] : []),
      ]),
      ...fields,
      navigation(step === 'start' ? [allSettingsButton, ...(back ? [backToChannels] : [])] : [backToSummary]),
    ],
  )
}

function intro(step: SettingsForm, channel: Span): Span[][] {
  if (step === 'start')
    return [
      [{ text: 'What should Sightline look at in ', style: 'bold' }, channel, { text: '?', style: 'bold' }],
      ['Everyone in the channel sees the same numbers. Not sure? Keep “Default”.'],
    ]
  return [[{ text: `${groupTitles[step]} `, style: 'bold' }, 'for ', channel]]
}

/** The option that leaves a setting at its default. @param now the default's current value */
export function defaultOption(now: string): Option {
  return { text: `Default (${oneLine(now, 55, 'not set')})`, value: asConfigured }
}

export function isSettingsForm(step: SettingsStep): step is SettingsForm {
  return step !== 'summary' && step !== 'recommendations'
}

/**
 * A menu with search, or a text field if the value is too long for a menu.
 * @param names of values that are ids
 */
export function choiceField(
  field: Field,
  value: string,
  configured: string,
  names: ReadonlyMap<string, string> = new Map(),
): Block {
  if (value !== '' && !fitsOption(value)) return textField({ ...field, dispatches: false, value, most: 255 })
  const nameOf = (id: string) => names.get(id) ?? id
  const chosen = value === '' ? defaultOption(nameOf(configured)) : { text: nameOf(value), value }
  return searchField({ ...field, chosen })
}

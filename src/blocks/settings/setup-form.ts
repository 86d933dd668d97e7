/** The forms of a channel's settings: one small form for each group. */

import type { Button } from '@slack/types'
import * as z from 'zod'
import type { Option } from '../../model/form-values.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { type Field, fieldActionId, fitsOption, searchField, textField } from '../forms/fields.ts'
import { formButton, formModal, modalState, type Notice } from '../forms/modal.ts'
import { buttons, messageOf, sharedChannel } from '../kit/elements.ts'
import { bold, type Line, type Optional, oneLine, richText, type Span } from '../kit/text.ts'
import { groupTitles, type SettingsGroup, settingsGroups } from './setup-words.ts'

export const setupTitle = 'Channel settings'
export const setupCallbackId = 'sl1.setup'

/** A menu's value that leaves the setting at its default. */
export const asConfigured = 'as-configured'

/** One form of the settings. `start`: the most important fields, for a channel without settings. */
export type SettingsForm = SettingsGroup | 'start'

export const settingsStep = z.enum(['start', 'summary', ...settingsGroups])
export type SettingsStep = z.infer<typeof settingsStep>

const fittingOption = z.string().transform((value) => (fitsOption(value) ? value : ''))
const setupState = z
  .object({
    channel: z.string(),
    step: settingsStep,
    /** The organization whose workspaces are offered; `''`: the default one. */
    organization: fittingOption.default(''),
    /** The channel was chosen in an earlier form, and “Back” leads there. */
    back: z.boolean(),
    /** The time zone that the person was asked to confirm; `''`: none. */
    zone: fittingOption.default(''),
    /** How often the field was reset; omitted: never. */
    draw: z.number().exactOptional(),
  })
  .readonly()
export type SetupMetadata = z.output<typeof setupState>
export const { write: setupMetadata, read: readSetupMetadata } = modalState(setupState)

interface SetupForm extends z.input<typeof setupState> {
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
      callbackId: setupCallbackId,
      metadata: setupMetadata(metadata),
      notice,
    },
    [
      richText([...intro(step, { channel }), shared && sharedChannel(channel, 'what Sightline posts here')]),
      ...fields,
      ...navigation(...(step === 'start' ? [allSettingsButton, back && backToChannels] : [backToSummary])),
    ],
  )
}

function intro(step: SettingsForm, channel: Span): Line[] {
  if (step === 'start')
    return [
      [bold('What should Sightline look at in '), channel, bold('?')],
      ['Everyone in the channel sees the same numbers. Not sure? Keep “Default”.'],
    ]
  return [[bold(`${groupTitles[step]} `), 'for ', channel]]
}

/** The option that leaves a setting at its default. @param now the default's current value */
export function defaultOption(now: string): Option {
  return { text: `Default (${oneLine(now, 55, 'not set')})`, value: asConfigured }
}

export function isSettingsForm(step: SettingsStep): step is SettingsForm {
  return step !== 'summary' && step !== 'recommendations'
}

/** A menu with search, or a text field if the value is too long for a menu. @param names of values that are ids */
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

export const setupStepId = fieldActionId('step')
export const trackAgainId = fieldActionId('track_again')
export const setupBackId = fieldActionId('back')
export const stopTrackingId = fieldActionId('stop')

export const backToSummary = formButton('Back', setupStepId, 'summary', 'Back: all settings')
export const backToChannels = formButton('Back', setupBackId, 'channels', 'Back: choose another channel')
const allSettingsButton = formButton('All settings', setupStepId, 'summary', 'All settings')

export function navigation(...elements: readonly Optional<Button>[]): readonly Block[] {
  return buttons(elements, 'setup_navigation')
}

export interface ZoneChange {
  /** IANA names. */
  readonly from: string
  readonly to: string
}

/** Asks for confirmation, because the change moves the days and weeks for everybody in the channel. */
export function confirmZone(change: ZoneChange): string {
  const [from, to] = [nameOf(change.from), nameOf(change.to)]
  return `This changes the channel’s time zone from ${from} to ${to}, for everyone here: days and weeks will follow ${to} time. Save again to change it, or choose ${from} to keep it. Nothing was saved; what you entered is below.`
}

function nameOf(zone: string): string {
  return oneLine(zone, 60, 'a zone without a name')
}

export function zoneChanged({ from, to }: ZoneChange, by: string): Message {
  const words: Span[] = [
    { user: by },
    ` changed this channel’s time zone from ${nameOf(from)} to ${nameOf(to)}. Days and weeks now follow ${nameOf(to)} time.`,
  ]
  return messageOf([richText([words])])
}

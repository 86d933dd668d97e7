/** The forms of a channel's settings: one small form for each group. */

import type { SettingsForm, Setup, SetupDraft, SetupErrors } from '../../model/channel.ts'
import type { FormValues, Option } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import type { DigestLength } from '../../store/index.ts'
import { fitsOption, radioField, searchField } from '../forms/choice.ts'
import { type Field, numberField, textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { allSettingsButton, backToChannels, backToSummary, navigation } from './setup-navigation.ts'
import { digestLengthWords, settingLabels, subredditWords } from './setup-words.ts'

export const setupTitle = 'Channel settings'
export const setupCallbackId = 'sl1.setup'

/** A menu's value that leaves the setting at its default. */
const asConfigured = 'as-configured'

const digestLengths: readonly DigestLength[] = ['brief', 'full']

/** The fields of each form. */
export const settingsForms: Readonly<Record<SettingsForm, readonly (keyof SetupDraft)[]>> = {
  start: ['organization', 'workspace', 'analysis', 'timeZone'],
  place: ['organization', 'workspace', 'analysis'],
  zone: ['timeZone'],
  reddit: ['subreddits'],
  numbers: ['noiseBand', 'digestLength'],
  names: ['filterNames'],
}

/** What the modal shows. `track`: the titles of recommendations, before they are tracked. */
export type SettingsStep = SettingsForm | 'summary' | 'recommendations' | 'track'

/** Stored in the modal’s `private_metadata`. */
export interface SetupMetadata {
  readonly channel: string
  readonly step: SettingsStep
  /** The organization whose workspaces are offered; `''`: the default one. */
  readonly organization: string
  /** The channel was chosen in an earlier form, and “Back” leads there. */
  readonly back: boolean
  /** The time zone that the person was asked to confirm. */
  readonly zone?: string
  /** Result ids of the recommendations whose titles the person was shown. */
  readonly resultIds?: readonly string[]
}

export interface SetupProblems {
  readonly errors?: SetupErrors
  readonly notice?: Notice | null
}

/**
 * @param problems errors at single fields, and a notice about the whole form
 * @param way `zone`: to be confirmed by saving again
 */
export function setupModal(
  setup: Setup,
  step: SettingsForm,
  problems: SetupProblems = {},
  { back, zone }: Pick<SetupMetadata, 'back' | 'zone'> = { back: false },
): ModalView {
  const { channel, draft } = setup
  return formModal(
    {
      title: setupTitle,
      submit: 'Save',
      callbackId: setupCallbackId,
      metadata: setupMetadata({
        channel,
        step,
        organization: draft.organization,
        back,
        ...(zone === undefined ? {} : { zone }),
      }),
      notice: problems.notice ?? null,
    },
    [
      richText([
        ...intro(step, { channel }),
        ...(setup.shared === true ? [sharedChannel(channel, 'what Sightline posts here')] : []),
      ]),
      ...settingsForms[step].map((id) => fieldOf(id, setup, problems.errors?.[id] ?? null)),
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
  return [[{ text: `${settingLabels[step]} `, style: 'bold' }, 'for ', channel]]
}

function fieldOf(id: keyof SetupDraft, setup: Setup, error: string | null): Block {
  const { draft, defaults, names } = setup
  const field = (label: string, more: Partial<Field> = {}) => ({ id, label, optional: true, error, ...more })
  const named = (place: string) => names.get(place) ?? place
  switch (id) {
    case 'organization':
      return choiceField(
        field('Organization', { dispatches: true }),
        draft.organization,
        named(draft.organization),
        defaultOption(named(defaults.organizationId)),
      )
    case 'workspace':
      return choiceField(
        field('Workspace'),
        draft.workspace,
        named(draft.workspace),
        defaultOption(named(defaults.workspaceId)),
      )
    case 'analysis':
      return textField({
        ...field('Analysis', {
          placeholder: 'Default',
          hint: 'Its project id, from its address in the console. Leave blank for the default.',
        }),
        value: draft.analysis,
        most: 255,
      })
    case 'timeZone':
      return choiceField(
        field('Time zone', {
          hint: 'Reporting days and weeks follow this zone, for everyone in the channel.',
        }),
        draft.timeZone,
        draft.timeZone,
        defaultOption(defaults.timeZone),
      )
    case 'subreddits':
      return textField({
        ...field('Subreddits', {
          placeholder: 'Default',
          hint: `For example: r/saas, r/smallbusiness. “all” includes every subreddit. Leave blank for the default (${subredditWords(defaults.subreddits)}).`,
        }),
        value: draft.subreddits,
      })
    case 'noiseBand':
      return numberField({
        ...field('Noise band, in points', {
          placeholder: 'Default',
          hint: `Smaller changes don’t make the headline. Leave blank for the default (${defaults.noiseBand}).`,
        }),
        value: draft.noiseBand,
        least: 0,
        most: 100,
        decimals: true,
      })
    case 'digestLength':
      return radioField({
        ...field('Digest length'),
        options: digestLengths.map((value) => ({ text: digestLengthWords(value), value })),
        chosen: draft.digestLength === 'full' ? 'full' : 'brief',
      })
    case 'filterNames':
      return textField({
        ...field('Names, one per line', {
          placeholder: 'topic 3f1c9a20 = Onboarding',
          hint: 'For topics, personas and themes. Answers and digests show these names instead of ids, and you can ask by them, e.g. topic:onboarding.',
        }),
        value: draft.filterNames,
        lines: 'many',
      })
  }
}

/** The option that leaves a setting at its default. @param now the default's current value */
export function defaultOption(now: string): Option {
  return { text: `Default (${oneLine(now, 55, 'not set')})`, value: asConfigured }
}

/** The values of a form's fields. A field that Slack doesn't send is empty. */
export function setupDraft(step: SettingsForm, values: FormValues): Partial<SetupDraft> {
  return Object.fromEntries(
    settingsForms[step].map((id) => {
      const value = values[id]
      return [id, typeof value === 'string' && value !== asConfigured ? value : '']
    }),
  )
}

/** Writes a modal's metadata. */
export function setupMetadata(
  metadata: Omit<SetupMetadata, 'organization'> & { organization?: string },
): string {
  const { channel, step, organization = '', back, zone, resultIds } = metadata
  return JSON.stringify({
    c: channel,
    g: step,
    o: fitsOption(organization) ? organization : '',
    ...(back ? { b: true } : {}),
    ...(zone !== undefined && fitsOption(zone) ? { z: zone } : {}),
    ...(resultIds === undefined ? {} : { r: resultIds }),
  })
}

const steps: readonly unknown[] = [...Object.keys(settingsForms), 'summary', 'recommendations', 'track']

export function isSettingsStep(step: unknown): step is SettingsStep {
  return steps.includes(step)
}

/** Reads a modal's metadata; `null`: it can't be read. */
export function readSetupMetadata(metadata: string): SetupMetadata | null {
  try {
    const { c, g, o, b, z, r } = JSON.parse(metadata)
    if (typeof c !== 'string' || typeof o !== 'string' || !isSettingsStep(g)) return null
    const isIds = Array.isArray(r) && r.every((id) => typeof id === 'string')
    return {
      channel: c,
      step: g,
      organization: o,
      back: b === true,
      ...(typeof z === 'string' ? { zone: z } : {}),
      ...(isIds ? { resultIds: r } : {}),
    }
  } catch {
    return null
  }
}

/** A menu with search, or a text field if the value is too long for a menu. */
function choiceField(field: Field, id: string, name: string, configured: Option): Block {
  if (id !== '' && !fitsOption(id)) return textField({ ...field, dispatches: false, value: id, most: 255 })
  return searchField({ ...field, chosen: id === '' ? configured : { text: name, value: id } })
}

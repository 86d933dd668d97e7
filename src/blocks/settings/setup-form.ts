/** The form that sets a channel up, and what it says when it is saved. */

import type { ChannelDefaults, Setup, SetupDraft, SetupErrors, SetupField } from '../../model/channel.ts'
import type { FormValues, Option } from '../../model/form-values.ts'
import type { Block, ModalView } from '../../model/message.ts'
import type { DigestLength } from '../../store/index.ts'
import { fitsOption, radioField, searchField } from '../forms/choice.ts'
import { type Field, numberField, textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted, names as nameList } from '../kit/numbers.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export const setupTitle = 'Set up this channel'
export const setupCallbackId = 'sl1.setup'

const digestLengths: readonly DigestLength[] = ['brief', 'full']

export const digestLengthWords: Readonly<Record<DigestLength, string>> = {
  brief: 'Brief: one screen, details in the thread',
  full: 'Full: everything in one message',
}

/** In the lists: leave this setting to who says it where the channel doesn't. */
const asConfigured = 'as-configured'

/** Stored in the modal’s `private_metadata`. */
export type SetupFormMetadata = Pick<Setup, 'channel' | 'shownUpTo' | 'hidden' | 'shared'> & {
  /** Of which the workspaces are offered; `''`: the one of a channel that sets none. */
  readonly organization: string
  /** The channel was chosen in a form before this one, to which “Back” leads. */
  readonly back: boolean
  /** The time zone that the person was asked to confirm. */
  readonly zone?: string
}

export const setupBackId = 'sl1.form.back'

/**
 * @param problems what is wrong with single fields, and with the whole
 * @param way `back`: the channel was chosen in a form before this one; `zone`: to be confirmed by saving again
 */
export function setupModal(
  setup: Setup,
  problems: { readonly errors?: SetupErrors; readonly notice?: Notice | null } = {},
  way: Pick<SetupFormMetadata, 'back' | 'zone'> = { back: false },
): ModalView {
  const { draft, defaults, names } = setup
  const field = (id: SetupField, label: string, more: Partial<Field> = {}) => ({
    id,
    label,
    optional: true,
    error: problems.errors?.[id] ?? null,
    ...more,
  })
  const named = (id: string) => names.get(id) ?? id
  const content: Block[] = [
    richText([
      [
        'This is what ',
        { channel: setup.channel },
        ' looks at. “Save” asks the analytics service first whether all of it exists.',
      ],
      ...(setup.shared === true ? [sharedChannel(setup.channel, 'what Sightline posts here')] : []),
    ]),
    ...(way.back ? [backBlock] : []),
    choiceField(
      field('organization', 'Organization', { dispatches: true }),
      draft.organization,
      named(draft.organization),
      placeOption(defaults, named(defaults.organizationId)),
    ),
    choiceField(
      field('workspace', 'Workspace'),
      draft.workspace,
      named(draft.workspace),
      placeOption(defaults, named(defaults.workspaceId)),
    ),
    textField({
      ...field('analysis', 'Analysis', {
        placeholder: `As the ${defaults.placeFrom} says`,
        hint: `Its project id, from its address in the console. Empty: as the ${defaults.placeFrom} ${defaults.placeFrom === 'connection' ? 'of this Slack workspace ' : ''}says.`,
      }),
      value: draft.analysis,
      most: 255,
    }),
    choiceField(
      field('timeZone', 'Time zone', { hint: 'Days and weeks begin in this zone.' }),
      draft.timeZone,
      draft.timeZone,
      configuredOption(defaults.timeZone),
    ),
    textField({
      ...field('subreddits', 'Subreddits', {
        placeholder: 'As the configuration says',
        hint: `For example: r/saas, r/smallbusiness. “all”: every one that the service has. Empty: as the configuration says (${subredditWords(defaults.subreddits)}).`,
      }),
      value: draft.subreddits,
    }),
    numberField({
      ...field('noiseBand', 'Noise band, in points', {
        placeholder: 'As the configuration says',
        hint: `A smaller change is no headline. Empty: as the configuration says (${defaults.noiseBand}).`,
      }),
      value: draft.noiseBand,
      least: 0,
      most: 100,
      decimals: true,
    }),
    radioField({
      ...field('digestLength', 'Digest length'),
      options: digestLengths.map((value) => ({ text: digestLengthWords[value], value })),
      chosen: draft.digestLength === 'full' ? 'full' : 'brief',
    }),
    textField({
      ...field('filterNames', 'Names instead of ids', {
        placeholder: 'topic 3f1c9a20 = Onboarding',
        hint: 'For topics, personas and themes, one a line. Answers and digests then show the name, and topic:onboarding works in a question.',
      }),
      value: draft.filterNames,
      lines: 'many',
    }),
    textField({
      ...field('recommendations', 'Tracked recommendations', {
        placeholder: 'Ids, or addresses from the console',
        hint: recommendationHint(setup),
      }),
      value: draft.recommendations,
      lines: 'many',
    }),
  ]
  const { channel, shownUpTo, hidden } = setup
  return formModal(
    {
      title: setupTitle,
      submit: 'Save',
      callbackId: setupCallbackId,
      metadata: JSON.stringify({
        c: channel,
        o: fitsOption(draft.organization) ? draft.organization : '',
        s: shownUpTo === null ? null : [shownUpTo.addedAt, shownUpTo.resultId],
        h: hidden,
        ...(setup.shared === true ? { x: true } : {}),
        ...(way.back ? { b: true } : {}),
        ...(way.zone !== undefined && fitsOption(way.zone) ? { z: way.zone } : {}),
      }),
      notice: problems.notice ?? null,
    },
    content,
  )
}

const backBlock: Block = {
  type: 'actions',
  block_id: 'setup_back',
  elements: [
    {
      type: 'button',
      text: plainText('Back', limits.button.text),
      action_id: setupBackId,
      accessibility_label: 'Back: choose another channel',
    },
  ],
}

/** The option that leaves a setting to the configuration, with what that is now. */
export function configuredOption(now: string): Option {
  return optionOf('configuration', now)
}

/** The same for where the channel looks, which the workspace's connection may say. */
export function placeOption({ placeFrom }: Pick<ChannelDefaults, 'placeFrom'>, now: string): Option {
  return optionOf(placeFrom, now)
}

function optionOf(from: ChannelDefaults['placeFrom'], now: string): Option {
  return { text: `As the ${from} says (${oneLine(now, 45, 'not set')})`, value: asConfigured }
}

/** What the form's fields hold. A field that Slack doesn't tell about is empty. */
export function setupDraft(values: FormValues): SetupDraft {
  const held = (id: SetupField) => {
    const value = values[id]
    return typeof value === 'string' && value !== asConfigured ? value : ''
  }
  return {
    organization: held('organization'),
    workspace: held('workspace'),
    analysis: held('analysis'),
    timeZone: held('timeZone'),
    subreddits: held('subreddits'),
    noiseBand: held('noiseBand'),
    filterNames: held('filterNames'),
    digestLength: held('digestLength'),
    recommendations: held('recommendations'),
  }
}

/** What the form has kept; `null`: it can't be read. */
export function readSetupMetadata(metadata: string): SetupFormMetadata | null {
  try {
    const { c, o, s, h, b, z, x } = JSON.parse(metadata)
    const shown: unknown[] | null = Array.isArray(s) ? s : null
    if (typeof c !== 'string' || typeof o !== 'string' || typeof h !== 'number') return null
    const [addedAt, resultId] = shown ?? []
    const isShown = typeof addedAt === 'string' && typeof resultId === 'string'
    return {
      channel: c,
      organization: o,
      hidden: h,
      shared: x === true,
      shownUpTo: isShown ? { addedAt, resultId } : null,
      back: b === true,
      ...(typeof z === 'string' ? { zone: z } : {}),
    }
  } catch {
    return null
  }
}

/** A list to search, or a line of text where the value is too long for any list. */
function choiceField(field: Field, id: string, name: string, configured: Option): Block {
  if (id !== '' && !fitsOption(id)) return textField({ ...field, dispatches: false, value: id, most: 255 })
  return searchField({ ...field, chosen: id === '' ? configured : { text: name, value: id } })
}

function recommendationHint({ draft, defaults, hidden }: Setup): string {
  const { organizationId, workspaceId, recommendations } = defaults
  // The configuration's are of its own workspace.
  const isThere =
    (draft.organization || organizationId) === organizationId &&
    (draft.workspace || workspaceId) === workspaceId
  const configured = isThere ? recommendations.length : 0
  const lines = ['One a line. What you take out is no longer tracked.']
  if (configured > 0)
    lines.push(
      `${counted(configured, 'recommendation of the configuration needs', 'recommendations of the configuration need')} no line here.`,
    )
  if (hidden > 0)
    lines.push(
      `There is no room here for ${counted(hidden, 'more recommendation', 'more recommendations')}: tracked all the same. “/sightline actions remove” takes one out.`,
    )
  return lines.join('\n')
}

/** `r/saas and r/crm`. */
export function subredditWords(subreddits: readonly string[]): string {
  if (subreddits.length === 0) return 'all that the service has'
  return nameList(
    subreddits.map((name) => `r/${oneLine(name, 50, '(unnamed)')}`),
    8,
  )
}

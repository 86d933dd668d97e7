import type { WorkspaceScope } from '../api/index.ts'
import { channelField, type Field, textField } from '../blocks/forms/fields.ts'
import { oneLine, type Span } from '../blocks/kit/text.ts'
import { choiceField, type SettingsForm } from '../blocks/settings/setup-form.ts'
import {
  filterNameWords,
  idWords,
  placeWords,
  type SettingInWords,
  type SettingsGroup,
  shortPlace,
  subredditWords,
} from '../blocks/settings/setup-words.ts'
import type { Read } from '../lib/strings.ts'
import type { ChannelDefaults, ChannelScope, EditableSettings, SettingsInEffect } from '../model/channel.ts'
import type { Block } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import {
  filterNamesText,
  readFilterNames,
  readId,
  readSubreddits,
  readZone,
  subredditText,
} from './setup-parse.ts'

type Column = keyof EditableSettings

/** Names of organizations and workspaces by id, if available in time. */
export type PlaceNames = ReadonlyMap<string, string>

interface ChannelSetting<C extends Column> {
  readonly column: C
  /** Its name in forms and in the status; in lower case in sentences. */
  readonly label: string
  readonly group: SettingsGroup
  /** The value for channels that haven’t set it; omitted: the configuration’s. */
  readonly fallback?: SettingsInEffect[C]
  /** @param typed the field’s value; `''`: the default */
  field(field: Field, typed: string, defaults: ChannelDefaults, names: PlaceNames): Block
  /** Not called with an empty field, which means the default. */
  parse(typed: string): Read<EditableSettings[C]>
  /** The value as its field takes it; omitted: as it is. */
  typed?(value: SettingsInEffect[C]): string
  /** The value in the status; empty: the status omits it. */
  words(value: SettingsInEffect[C], names: PlaceNames): readonly Span[]
  /** The value in the summary above the forms, if it reads differently there. */
  summary?(value: SettingsInEffect[C], names: PlaceNames): readonly Span[]
}

/** The settings by their fields’ ids, in the order of the status. */
const channelSettings = {
  organization: {
    column: 'organizationId',
    label: 'Organization',
    group: 'place',
    field: (field, id, { organizationId }, names) =>
      choiceField({ ...field, dispatches: true }, id, organizationId, names),
    parse: readId,
    words: placeWords,
    summary: shortPlace,
  },
  workspace: {
    column: 'workspaceId',
    label: 'Workspace',
    group: 'place',
    field: (field, id, { workspaceId }, names) => choiceField(field, id, workspaceId, names),
    parse: readId,
    words: placeWords,
    summary: shortPlace,
  },
  analysis: {
    column: 'projectId',
    label: 'Analysis',
    group: 'place',
    field: (field, value) =>
      textField({
        ...field,
        placeholder: 'Default',
        hint: 'Its project id, from its address in the console. Leave blank for the default.',
        value,
        most: 255,
      }),
    parse: readId,
    // The service has no list of analyses, so they have no name here.
    words: idWords,
    summary: (id) => ['analysis ', ...shortPlace(id)],
  },
  timeZone: {
    column: 'timeZone',
    label: 'Time zone',
    group: 'zone',
    field: (field, zone, { timeZone }) => {
      const hint = 'Reporting days and weeks follow this zone, for everyone in the channel.'
      return choiceField({ ...field, hint }, zone, timeZone)
    },
    parse: readZone,
    words: (zone) => [oneLine(zone, 60, '(none)')],
  },
  subreddits: {
    column: 'subreddits',
    label: 'Subreddits',
    group: 'reddit',
    field: (field, value, { subreddits }) =>
      textField({
        ...field,
        placeholder: 'Default',
        hint: `For example: r/saas, r/smallbusiness. “all” includes every subreddit. Leave blank for the default (${subredditWords(subreddits)}).`,
        value,
      }),
    parse: readSubreddits,
    typed: subredditText,
    words: (names) => [subredditWords(names)],
  },
  filterNames: {
    column: 'filterNames',
    label: 'Names',
    group: 'names',
    fallback: [],
    field: (field, value) =>
      textField({
        ...field,
        label: 'Names, one per line',
        placeholder: 'topic 3f1c9a20 = Onboarding',
        hint: 'For topics, personas and themes. Answers and digests show these names instead of ids, and you can ask by them, e.g. topic:onboarding.',
        value,
        lines: 'many',
      }),
    parse: readFilterNames,
    typed: filterNamesText,
    words: (names) => (names.length === 0 ? [] : [filterNameWords(names)]),
    summary: (names) => [filterNameWords(names) || 'none yet'],
  },
  announceTasksIn: {
    column: 'announceTasksIn',
    label: 'Channel for new tasks',
    group: 'tasks',
    fallback: '',
    field: (field, channel) => channelField({ ...field, label: 'Announce new tasks in', value: channel }),
    parse: readId,
    words: (channel) => (channel === '' ? [] : [{ channel }]),
    summary: (channel) => (channel === '' ? ['not announced'] : ['announced in ', { channel }]),
  },
} satisfies Readonly<Record<string, { readonly [C in Column]: ChannelSetting<C> }[Column]>>

export type SettingId = keyof typeof channelSettings

/** The same as a list, for code that treats all settings alike. */
export const everySetting = Object.entries(channelSettings) as readonly [SettingId, ChannelSetting<Column>][]

/** The fields of a form. `start`: the most important ones, for a channel without settings. */
export function fieldsOf(form: SettingsForm): readonly (readonly [SettingId, ChannelSetting<Column>])[] {
  const groups: readonly SettingsForm[] = form === 'start' ? ['place', 'zone'] : [form]
  return everySetting.filter(([, { group }]) => groups.includes(group))
}

export function settingsInEffect(
  own: Partial<EditableSettings> | null,
  defaults: ChannelDefaults,
): SettingsInEffect {
  const configured: Partial<SettingsInEffect> = defaults
  return Object.fromEntries(
    everySetting.map(([, { column, fallback }]) => [column, own?.[column] ?? fallback ?? configured[column]]),
  ) as unknown as SettingsInEffect
}

export function settingsInWords(
  own: Partial<EditableSettings> | null,
  defaults: ChannelDefaults,
  names: PlaceNames,
): readonly SettingInWords[] {
  const inEffect = settingsInEffect(own, defaults)
  return everySetting.map(([, { column, label, group, fallback, words, summary }]) => {
    const from = group === 'place' ? defaults.placeFrom : 'configuration'
    const isConfigured = fallback === undefined && (own?.[column] ?? null) === null
    return {
      group,
      label,
      words: words(inEffect[column], names),
      summary: (summary ?? words)(inEffect[column], names),
      defaultFrom: isConfigured ? from : null,
    }
  })
}

/** The configured recommendations; none if the channel uses another workspace than the configured one. */
export function configuredRecommendations(
  defaults: ChannelDefaults,
  { organizationId, workspaceId }: WorkspaceScope,
): readonly string[] {
  const isThere = organizationId === defaults.organizationId && workspaceId === defaults.workspaceId
  return isThere ? defaults.recommendations : []
}

export async function channelScope(
  { store, defaults }: { readonly store: Pick<Store, 'channels'>; readonly defaults: ChannelDefaults },
  { team, channel }: Pick<ChannelScope, 'team' | 'channel'>,
): Promise<ChannelScope> {
  const { settings, tracked, stopped } = await store.channels.withTracked(team, channel)
  const { organizationId, workspaceId, projectId, ...others } = settingsInEffect(settings, defaults)
  const workspace = { organizationId, workspaceId }
  const configured = configuredRecommendations(defaults, workspace).filter((id) => !stopped.includes(id))
  return {
    team,
    channel,
    hasOwnZone: (settings?.timeZone ?? null) !== null,
    workspace,
    analysis: { ...workspace, projectId },
    recommendations: [...new Set([...configured, ...tracked])],
    ...others,
  }
}

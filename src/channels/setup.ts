import { settingsForms } from '../blocks/settings/setup-form.ts'
import type { ChannelSummary, SettingsForm, Setup, SetupDraft, WithSource } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { ChannelSettings } from '../store/index.ts'
import { organizationsInTime, type Place, workspacesInTime } from './places.ts'
import { channelScope, configuredRecommendations } from './scope.ts'
import { filterNamesText } from './setup-parse.ts'

type SetupWorkspace = Pick<Workspace, 'api' | 'store' | 'clock' | 'defaults' | 'isShared'>

interface Where {
  readonly team: string
  readonly channel: string
}

/**
 * The content of one of the settings forms.
 * @param entered replaces the channel's current values
 */
export async function loadSetup(
  workspace: SetupWorkspace,
  { team, channel }: Where,
  step: SettingsForm,
  entered: Partial<SetupDraft> = {},
): Promise<Setup> {
  const draft = { ...draftOf(await workspace.store.channels.get(team, channel)), ...entered }
  return buildSetup(workspace, channel, step, draft)
}

/** The content of a form whose fields were all entered. */
export function enteredSetup(
  workspace: Omit<SetupWorkspace, 'store'>,
  channel: string,
  step: SettingsForm,
  entered: Partial<SetupDraft>,
): Promise<Setup> {
  return buildSetup(workspace, channel, step, { ...draftOf(null), ...entered })
}

async function buildSetup(
  workspace: Omit<SetupWorkspace, 'store'>,
  channel: string,
  step: SettingsForm,
  draft: SetupDraft,
): Promise<Setup> {
  const isPlace = settingsForms[step].includes('organization')
  const names = isPlace ? await placeNames(workspace, draft) : new Map<string, string>()
  return {
    channel,
    draft,
    defaults: workspace.defaults,
    names,
    shared: (await workspace.isShared(channel)) === true,
  }
}

/** Names of the organizations and workspaces in a draft and among the defaults. */
async function placeNames(
  workspace: Pick<Workspace, 'api' | 'clock' | 'defaults'>,
  { organization }: Pick<SetupDraft, 'organization'>,
): Promise<ReadonlyMap<string, string>> {
  const configured = workspace.defaults.organizationId
  const lists = await Promise.all([
    organizationsInTime(workspace),
    ...[...new Set([configured, organization || configured])].map((id) => workspacesInTime(workspace, id)),
  ])
  return new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
}

/** A channel's settings, each with whether it is the default. */
export async function channelSummary(
  workspace: Omit<SetupWorkspace, 'isShared'>,
  { team, channel }: Where,
): Promise<ChannelSummary> {
  const { store, defaults } = workspace
  const settings = await store.channels.get(team, channel)
  const scope = await channelScope(store, defaults, team, channel)
  const { organizationId, workspaceId } = scope.workspace
  const [organizations, workspaces] = await Promise.all([
    organizationsInTime(workspace),
    workspacesInTime(workspace, organizationId),
  ])
  const configured = new Set(configuredRecommendations(defaults, scope.workspace)).intersection(
    new Set(scope.recommendations),
  ).size
  const { placeFrom } = defaults
  return {
    channel,
    organization: withSource(settings?.organizationId, named(organizationId, organizations), placeFrom),
    workspace: withSource(settings?.workspaceId, named(workspaceId, workspaces), placeFrom),
    // The service has no list of analyses, so they have no name here.
    analysis: withSource(settings?.projectId, named(scope.analysis.projectId, null), placeFrom),
    timeZone: withSource(settings?.timeZone, scope.timeZone),
    subreddits: withSource(settings?.subreddits, scope.subreddits),
    noiseBand: withSource(settings?.noiseBand, scope.noiseBand),
    digestLength: scope.digestLength,
    filterNames: scope.filterNames,
    tracked: { configured, addedHere: scope.recommendations.length - configured },
    changed: lastChange(settings),
  }
}

/** @param setting the channel's own setting; without one, the value comes from `fallback` */
function withSource<T>(
  setting: unknown,
  value: T,
  fallback: WithSource<T>['from'] = 'configuration',
): WithSource<T> {
  return { value, from: setting === null || setting === undefined ? fallback : 'channel' }
}

function named(id: string, places: readonly Place[] | null) {
  return { id, name: places?.find((place) => place.id === id)?.name ?? null }
}

function lastChange(settings: ChannelSettings | null): ChannelSummary['changed'] {
  if (settings === null || settings.updatedBy === null || settings.updatedAt === null) return null
  return { by: settings.updatedBy, at: settings.updatedAt }
}

function draftOf(settings: ChannelSettings | null): SetupDraft {
  return {
    organization: settings?.organizationId ?? '',
    workspace: settings?.workspaceId ?? '',
    analysis: settings?.projectId ?? '',
    timeZone: settings?.timeZone ?? '',
    subreddits: subredditText(settings?.subreddits ?? null),
    noiseBand: settings === null || settings.noiseBand === null ? '' : String(settings.noiseBand),
    digestLength: settings?.digestLength ?? 'brief',
    filterNames: filterNamesText(settings?.filterNames ?? []),
  }
}

function subredditText(names: readonly string[] | null): string {
  if (names === null) return ''
  return names.length === 0 ? 'all' : names.map((name) => `r/${name}`).join(', ')
}

import type { WorkspaceScope } from '../api/index.ts'
import type { ChannelDefaults, ChannelScope } from '../model/channel.ts'
import type { Store } from '../store/index.ts'

/** The configured recommendations; none if the channel uses another workspace than the configured one. */
export function configuredRecommendations(
  defaults: ChannelDefaults,
  { organizationId, workspaceId }: WorkspaceScope,
): readonly string[] {
  const isThere = organizationId === defaults.organizationId && workspaceId === defaults.workspaceId
  return isThere ? defaults.recommendations : []
}

export async function channelScope(
  store: Pick<Store, 'channels'>,
  defaults: ChannelDefaults,
  team: string,
  channel: string,
): Promise<ChannelScope> {
  const { settings, tracked, stopped } = await store.channels.withTracked(team, channel)
  const workspace = {
    organizationId: settings?.organizationId ?? defaults.organizationId,
    workspaceId: settings?.workspaceId ?? defaults.workspaceId,
  }
  const configured = configuredRecommendations(defaults, workspace).filter((id) => !stopped.includes(id))
  return {
    team,
    channel,
    workspace,
    analysis: { ...workspace, projectId: settings?.projectId ?? defaults.projectId },
    subreddits: settings?.subreddits ?? defaults.subreddits,
    recommendations: [...new Set([...configured, ...tracked])],
    timeZone: settings?.timeZone ?? defaults.timeZone,
    noiseBand: settings?.noiseBand ?? defaults.noiseBand,
    filterNames: settings?.filterNames ?? [],
    digestLength: settings?.digestLength ?? 'brief',
  }
}

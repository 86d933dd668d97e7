import type { WorkspaceScope } from '../api/index.ts'
import type { ChannelDefaults, ChannelScope } from '../model/channel.ts'
import type { Store } from '../store/index.ts'
import { settingsInEffect } from './settings.ts'

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
    workspace,
    analysis: { ...workspace, projectId },
    recommendations: [...new Set([...configured, ...tracked])],
    ...others,
  }
}

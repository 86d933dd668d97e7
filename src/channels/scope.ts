import type { ChannelDefaults, ChannelScope } from '../model/channel.ts'
import type { Store } from '../store/index.ts'

export async function channelScope(
  store: Pick<Store, 'channels'>,
  defaults: ChannelDefaults,
  team: string,
  channel: string,
): Promise<ChannelScope> {
  const [own, tracked] = await Promise.all([
    store.channels.get(team, channel),
    store.channels.tracked(team, channel),
  ])
  const workspace = {
    organizationId: own?.organizationId ?? defaults.organizationId,
    workspaceId: own?.workspaceId ?? defaults.workspaceId,
  }
  const configured =
    workspace.organizationId === defaults.organizationId && workspace.workspaceId === defaults.workspaceId
      ? defaults.recommendations
      : []
  return {
    team,
    channel,
    workspace,
    analysis: { ...workspace, projectId: own?.projectId ?? defaults.projectId },
    subreddits: own?.subreddits ?? defaults.subreddits,
    recommendations: [...new Set([...configured, ...tracked.map(({ resultId }) => resultId)])],
    timeZone: own?.timeZone ?? defaults.timeZone,
    noiseBand: own?.noiseBand ?? defaults.noiseBand,
  }
}

import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { Store } from '../store/index.ts'

/** What a channel without settings of its own looks at: the configuration's values. */
export interface ChannelDefaults {
  /** Who says where it looks, by the three ids: the configuration, or who connected the Slack workspace. */
  readonly placeFrom: 'configuration' | 'connection'
  readonly organizationId: string
  readonly workspaceId: string
  readonly projectId: string
  /** Empty: all that the service has. */
  readonly subreddits: readonly string[]
  readonly recommendations: readonly string[]
  /** IANA name. */
  readonly timeZone: string
  /** Points. */
  readonly noiseBand: number
}

/** What a channel looks at: its own settings over the configuration's. */
export interface ChannelScope {
  readonly team: string
  readonly channel: string
  readonly workspace: WorkspaceScope
  readonly analysis: AnalysisScope
  readonly subreddits: readonly string[]
  /**
   * Result ids: the configuration's first, then those added in the channel. A channel that looks at another workspace
   * has none of the configuration's: they are not there.
   */
  readonly recommendations: readonly string[]
  readonly timeZone: string
  readonly noiseBand: number
}

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

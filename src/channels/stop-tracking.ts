import { currentReference } from '../lib/log.ts'
import type { Workspace } from '../slack/workspace.ts'
import { channelScope, configuredRecommendations } from './scope.ts'

/** Stops tracking a recommendation in one channel, even a configured one. @returns `false` if it wasn't tracked */
export async function stopTracking(
  { store, clock, defaults }: Pick<Workspace, 'store' | 'clock' | 'defaults'>,
  { team, channel, user }: { readonly team: string; readonly channel: string; readonly user: string },
  resultId: string,
): Promise<boolean> {
  const scope = await channelScope(store, defaults, team, channel)
  if (!scope.recommendations.includes(resultId)) return false
  const entry = {
    team,
    user,
    channel,
    action: 'recommendation.untrack',
    subject: resultId,
    outcome: 'removed',
    detail: null,
    reference: currentReference(),
  }
  const audited = (removed: boolean) => (removed ? entry : null)
  return configuredRecommendations(defaults, scope.workspace).includes(resultId)
    ? store.channels.stop(team, channel, resultId, user, clock.now(), audited)
    : store.channels.untrack(team, channel, resultId, clock.now(), audited)
}

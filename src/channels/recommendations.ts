import type { AnalyticsApi, CallOptions } from '../api/index.ts'
import { loadRecommendations } from '../insights/recommendations.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Recommendation, TaskState } from '../model/recommendation.ts'
import type { Section } from '../model/reports.ts'
import type { Store } from '../store/index.ts'
import { taskState } from '../tasks/state.ts'
import { cachingBriefs } from './last-briefs.ts'

/** The recommendations that a channel tracks, each with its briefs and task state. */
export async function trackedRecommendations(
  workspace: { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly store: Store },
  scope: ChannelScope,
  call?: CallOptions,
): Promise<readonly Section<Recommendation>[]> {
  const stateOf = async (resultId: string): Promise<[string, TaskState]> => {
    const ref = { team: scope.team, ...scope.workspace, resultId }
    return [resultId, taskState(await workspace.store.tasks.latest(ref))]
  }
  const states = new Map(await Promise.all(scope.recommendations.map(stateOf)))
  return loadRecommendations(
    cachingBriefs(workspace.api),
    scope.workspace,
    scope.recommendations,
    (resultId) => states.get(resultId) ?? { kind: 'none' },
    call,
  )
}

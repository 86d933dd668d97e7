import type { AnalyticsApi, WorkspaceScope } from '../api/index.ts'
import { loadBriefs } from '../insights/recommendations.ts'
import type { Recommendation } from '../model/reports.ts'
import type { Store } from '../store/index.ts'
import { taskState } from '../tasks/state.ts'

/** One recommendation, tracked or not, with its briefs and task state. @throws {ApiError} */
export async function loadRecommendation(
  { api, store }: { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly store: Pick<Store, 'tasks'> },
  team: string,
  { organizationId, workspaceId }: WorkspaceScope,
  resultId: string,
): Promise<Recommendation> {
  const place = { organizationId, workspaceId, resultId }
  const [briefs, task] = await Promise.all([
    loadBriefs(api, place, resultId),
    store.tasks.latest({ team, ...place }),
  ])
  return { ...place, briefs, task: taskState(task) }
}

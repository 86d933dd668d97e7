import type { AnalyticsApi, WorkspaceScope } from '../api/index.ts'
import { loadBriefs } from '../insights/recommendations.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { Store, TaskRecord } from '../store/index.ts'
import { taskState } from '../tasks/state.ts'
import { cachingBriefs } from './last-briefs.ts'

/** One recommendation, tracked or not, with its briefs and task state. @throws {ApiError} */
export async function loadRecommendation(
  { api, store }: { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly store: Pick<Store, 'tasks'> },
  team: string,
  { organizationId, workspaceId }: WorkspaceScope,
  resultId: string,
): Promise<Recommendation> {
  const place = { organizationId, workspaceId, resultId }
  const [briefs, task] = await Promise.all([
    loadBriefs(cachingBriefs(api), place, resultId),
    store.tasks.latest({ team, ...place }),
  ])
  return { ...place, briefs, task: taskState(task) }
}

/** Titles only show which recommendation is meant, so they aren't worth a longer wait. */
const titlesWithinMs = 3_000

type TitleSource = { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly clock: Clock }

export function missingTitles(
  workspace: TitleSource,
  tasks: readonly Pick<TaskRecord, 'name' | 'organizationId' | 'workspaceId' | 'resultId'>[],
): Promise<ReadonlyMap<string, string>> {
  return titlesInTime(
    workspace,
    tasks.filter(({ name }) => name === null),
  )
}

/** Recommendation titles by result id. Omits those that aren't available in time. */
export async function titlesInTime(
  source: TitleSource,
  recommendations: readonly (WorkspaceScope & { readonly resultId: string })[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  if (recommendations.length === 0) return titles
  const { api, clock } = source
  await withTimeout(clock, titlesWithinMs, (signal) =>
    fewAtOnce(recommendations, async (one) => {
      const [brief] = await loadBriefs(api, one, one.resultId, { signal }).catch(() => [])
      if (brief !== undefined) titles.set(one.resultId, brief.title)
    }),
  )
  return titles
}

import type { AnalyticsApi, Brief, CallOptions, WorkspaceScope } from '../api/index.ts'
import { loadBriefs, loadRecommendations } from '../insights/recommendations.ts'
import { fewAtOnce } from '../insights/section.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Recommendation, TaskState } from '../model/recommendation.ts'
import type { Section } from '../model/reports.ts'
import type { Store, TaskRecord } from '../store/index.ts'
import { taskState } from '../tasks/state.ts'

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

/** The recommendations' titles for tasks without a name, by result id. Omits those that aren't available in time. */
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

type BriefsApi = Pick<AnalyticsApi, 'briefs'>

/** Recommendations remembered per API client. */
const most = 500

const memories = new WeakMap<BriefsApi, Map<string, readonly Brief[]>>()

/** Reads briefs, and remembers what it read. */
export function cachingBriefs(api: BriefsApi): BriefsApi {
  return {
    briefs: async (scope, resultId, call) => {
      const briefs = await api.briefs(scope, resultId, call)
      const memory = memories.get(api) ?? new Map<string, readonly Brief[]>()
      memories.set(api, memory)
      const key = keyOf(scope, resultId)
      memory.delete(key)
      memory.set(key, briefs)
      const [oldest] = memory.keys()
      if (memory.size > most && oldest !== undefined) memory.delete(oldest)
      return briefs
    },
  }
}

/**
 * Briefs as they were last read, so that redrawing an ephemeral list after a click shows the same even if the service is
 * down. Briefs that this process hasn't read yet are read now.
 */
export function cachedBriefs(api: BriefsApi): BriefsApi {
  const reading = cachingBriefs(api)
  return {
    briefs: async (scope, resultId, call) =>
      memories.get(api)?.get(keyOf(scope, resultId)) ?? reading.briefs(scope, resultId, call),
  }
}

/** A recommendation's title when it was last read here; `null` if it never was or has no brief. Sends no request. */
export function rememberedTitle(
  api: BriefsApi,
  scope: Parameters<BriefsApi['briefs']>[0],
  resultId: string,
): string | null {
  return memories.get(api)?.get(keyOf(scope, resultId))?.[0]?.title ?? null
}

function keyOf({ organizationId, workspaceId }: Parameters<BriefsApi['briefs']>[0], resultId: string) {
  return JSON.stringify([organizationId, workspaceId, resultId])
}

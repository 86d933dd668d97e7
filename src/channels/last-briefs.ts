import type { AnalyticsApi, Brief } from '../api/index.ts'

type BriefsApi = Pick<AnalyticsApi, 'briefs'>

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

/** As last read, so that an ephemeral list can be redrawn while the service is down; read now if never read. */
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

import { type AnalyticsApi, SOURCES, type WorkspaceScope } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'

/** What a workspace's visibility can be narrowed to, as far as the service lists it (specification, part 4.5). */
export interface FilterLists {
  readonly engines: readonly string[]
  readonly brands: readonly string[]
}

/**
 * The lists of a workspace; `null`: they can't be had, or not within `waitMs`. The filters work without them.
 * An engine that we don't know by name is left out: no question could ask for it.
 */
export async function filterListsInTime(
  { api, clock }: { readonly api: Pick<AnalyticsApi, 'insightsFilters'>; readonly clock: Clock },
  workspace: WorkspaceScope,
  waitMs: number,
): Promise<FilterLists | null> {
  const filters = await withTimeout(clock, waitMs, (signal) =>
    api.insightsFilters(workspace, { signal }).catch(() => null),
  )
  if (filters === null) return null
  const listed = new Set(filters.sources.map(String))
  return { engines: SOURCES.filter((source) => listed.has(source)), brands: filters.brands }
}

import { type AnalyticsApi, SOURCES, type WorkspaceScope } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/timeout.ts'

/** The filter values that the service lists for a workspace (specification, part 4.5). */
export interface FilterLists {
  readonly engines: readonly string[]
  readonly brands: readonly string[]
}

/** Maximum waits for the lists, in ms. They are optional everywhere. */
export const listsWait = {
  /** Slack waits 3 seconds for the options of a menu, and for the answer to a form. */
  answeringForm: 1_500,
  /** Short, because most unknown words are in no list. */
  readingQuestion: 2_000,
  /** Longer, because Slack shows a loading form. */
  openingForm: 4_000,
} as const

/** `null` if unavailable within `waitMs`: filters work without them. Engines that we don't know come last. */
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
  const knownEngines: readonly string[] = SOURCES.filter((source) => listed.has(source))
  return { engines: [...new Set([...knownEngines, ...listed])], brands: filters.brands }
}

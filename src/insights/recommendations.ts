import type { AnalyticsApi, Brief, CallOptions, WorkspaceScope } from '../api/index.ts'
import { memoizeFor } from '../lib/memoize.ts'
import type { BriefSummary, Recommendation, TaskState } from '../model/recommendation.ts'
import type { Section } from '../model/reports.ts'
import { idIn } from './ids.ts'
import { fewAtOnce, section } from './section.ts'

type ResultIdReading =
  | { readonly ok: true; readonly resultId: string }
  | { readonly ok: false; readonly problem: string }

/** Matches the service's paths (4.8) and likely console parameters. */
const PLACES = [
  /\/recommended[-_]actions?\/([^/?#&]+)/i,
  /[?&#][a-z_-]*(?:result|recommendation|recommended[-_]action)(?:[-_]?id)?=([^&#]+)/i,
]

/**
 * The tracked recommendations with their briefs, in the service's order (specification, part 4.8), and their tasks.
 * An unreadable one becomes a failed section with its result id as subject; only a cancelled call fails all.
 */
export async function loadRecommendations(
  api: Pick<AnalyticsApi, 'briefs'>,
  scope: WorkspaceScope,
  resultIds: readonly string[],
  taskOf: (resultId: string) => TaskState,
  call?: CallOptions,
): Promise<readonly Section<Recommendation>[]> {
  const { organizationId, workspaceId } = scope
  const read = async (resultId: string): Promise<Recommendation> => {
    const briefs = await loadBriefs(api, scope, resultId, call)
    return { organizationId, workspaceId, resultId, briefs, task: taskOf(resultId) }
  }
  return fewAtOnce(resultIds, (resultId) => section(resultId, read(resultId), call))
}

/** One recommendation's briefs, in the service's order (specification, part 4.8). @throws {ApiError} */
export async function loadBriefs(
  api: Pick<AnalyticsApi, 'briefs'>,
  scope: WorkspaceScope,
  resultId: string,
  call?: CallOptions,
): Promise<readonly BriefSummary[]> {
  const briefs = await api.briefs(scope, resultId, call)
  return summaries(briefs, '', () => briefs.map(summaryOf))
}

// Returns the same list each time: what is rendered from it is memoized by it.
const summaries = memoizeFor<readonly Brief[], readonly BriefSummary[]>()

function summaryOf({ id, task_id, title, body, updated_at }: Brief): BriefSummary {
  return { id, taskId: task_id, title, body, updatedAt: updated_at }
}

/**
 * Reads a result id, typed or in a console address: what follows `recommended-actions/`, else a parameter such as
 * `result` or `recommendation`, else the last UUID.
 */
export function resultIdFrom(text: string): ResultIdReading {
  const resultId = idIn(text, PLACES)
  if (resultId !== null) return { ok: true, resultId }
  const problem = text.trim() === '' ? 'No recommendation given.' : 'There’s no recommendation id in that.'
  return {
    ok: false,
    problem: `${problem} Open the recommendation in the console, copy its address from the browser, and paste it here.`,
  }
}

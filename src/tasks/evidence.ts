import type { AnalyticsApi, Brief } from '../api/index.ts'
import type { TaskEvidence, TaskEvidenceItem } from '../model/recommendation.ts'
import type { Store, TaskRecord } from '../store/index.ts'

/** Tolerated difference between the service's clock and this one. */
const clockToleranceSeconds = 120

/**
 * Looks for a task in the recommendation's briefs, its only evidence in the API (specification, part 4.8). A brief
 * counts if no other click created its task and it was written after the attempt. Missing evidence proves nothing, since
 * tasks without a brief are not listed. Neither does evidence, since it doesn't say whose request created the task.
 *
 * @throws {ApiError} when the briefs can't be read
 */
export async function findTaskEvidence(
  { api, store }: { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly store: Pick<Store, 'tasks'> },
  attempt: TaskRecord,
): Promise<TaskEvidence> {
  const briefs = await api.briefs(attempt, attempt.resultId, { fresh: true })
  const knownTaskIds = new Set(await store.tasks.createdIds(attempt))
  const dated = briefs.filter(({ created_at }) => instantOf(created_at) !== null)
  return {
    by: attempt.openBy,
    at: attempt.openSince,
    items: evidenceAmong(dated, Temporal.Instant.from(attempt.openSince), knownTaskIds),
    briefs: briefs.length,
    undated: briefs.length - dated.length,
  }
}

function evidenceAmong(
  briefs: readonly Brief[],
  since: Temporal.Instant,
  knownTaskIds: ReadonlySet<string>,
): readonly TaskEvidenceItem[] {
  const earliest = since.subtract({ seconds: clockToleranceSeconds })
  const evidence = new Map<string, TaskEvidenceItem & { readonly written: Temporal.Instant }>()
  for (const { id, task_id: taskId, title, created_at } of briefs) {
    const written = instantOf(created_at)
    if (written === null || taskId === null || knownTaskIds.has(taskId) || evidence.has(taskId)) continue
    if (Temporal.Instant.compare(written, earliest) < 0) continue
    evidence.set(taskId, { taskId, briefId: id, title, writtenAt: written.toString(), written })
  }
  return [...evidence.values()]
    .toSorted((a, b) => Temporal.Instant.compare(b.written, a.written))
    .map(({ written: _, ...item }) => item)
}

function instantOf(text: string | null): Temporal.Instant | null {
  try {
    return text === null ? null : Temporal.Instant.from(text)
  } catch {
    return null
  }
}

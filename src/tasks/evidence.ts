import type { AnalyticsApi, Brief } from '../api/index.ts'
import type { TaskEvidence, TaskEvidenceItem } from '../model/task-evidence.ts'
import type { Store, TaskRecord } from '../store/index.ts'

/** The service's clock and ours may differ by so much. */
const clockToleranceSeconds = 120

/**
 * Looks at the recommendation's briefs, the only thing that the interface tells of tasks (specification, part 4.8). A
 * brief is a sign when its task is not known from another click, and it was written after the attempt. No sign proves
 * nothing, since a task without a brief is not listed; a sign proves nothing either, since it doesn't say whose request
 * made its task.
 *
 * @throws {ApiError} when the briefs can't be read
 */
export async function findTaskEvidence(
  { api, store }: { readonly api: Pick<AnalyticsApi, 'briefs'>; readonly store: Pick<Store, 'tasks'> },
  attempt: TaskRecord,
): Promise<TaskEvidence> {
  const briefs = await api.briefs(attempt, attempt.resultId, { fresh: true })
  const known = new Set(await store.tasks.createdIds(attempt))
  const dated = briefs.filter(({ created_at }) => instantOf(created_at) !== null)
  return {
    by: attempt.openBy,
    at: attempt.openSince,
    signs: signsAmong(dated, Temporal.Instant.from(attempt.openSince), known),
    briefs: briefs.length,
    undated: briefs.length - dated.length,
  }
}

function signsAmong(
  briefs: readonly Brief[],
  since: Temporal.Instant,
  known: ReadonlySet<string>,
): readonly TaskEvidenceItem[] {
  const earliest = since.subtract({ seconds: clockToleranceSeconds })
  const signs = new Map<string, TaskEvidenceItem & { readonly written: Temporal.Instant }>()
  for (const { id, task_id: taskId, title, created_at } of briefs) {
    const written = instantOf(created_at)
    if (written === null || taskId === null || known.has(taskId) || signs.has(taskId)) continue
    if (Temporal.Instant.compare(written, earliest) < 0) continue
    signs.set(taskId, { taskId, briefId: id, title, writtenAt: written.toString(), written })
  }
  return [...signs.values()]
    .toSorted((a, b) => Temporal.Instant.compare(b.written, a.written))
    .map(({ written: _, ...sign }) => sign)
}

function instantOf(text: string | null): Temporal.Instant | null {
  try {
    return text === null ? null : Temporal.Instant.from(text)
  } catch {
    return null
  }
}

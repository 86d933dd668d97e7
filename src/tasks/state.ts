import type { Clock } from '../lib/clock.ts'
import type { TaskState } from '../model/reports.ts'
import type { RecommendationRef, Store, TaskRecord } from '../store/index.ts'

/** What the messages show of a recommendation's newest task. A refused attempt leaves no trace there. */
export function taskState(record: TaskRecord | null): TaskState {
  switch (record?.state) {
    case 'creating':
      return { kind: 'creating', by: record.createdBy, at: record.startedAt }
    case 'created':
      return {
        kind: 'created',
        taskId: record.taskId ?? '',
        name: record.name ?? '',
        description: record.description ?? '',
        by: record.createdBy,
        at: record.finishedAt ?? record.startedAt,
        ...(record.confirmedBy === null ? {} : { confirmedBy: record.confirmedBy }),
      }
    case 'unknown':
      return { kind: 'unknown', by: record.openBy, at: record.openSince }
    default:
      return { kind: 'none' }
  }
}

/** A request to the service has ended by then: its deadline is shorter. */
const settleSeconds = 60

/** Waits, looking twice a second, until nobody is creating the recommendation's task any more. */
export async function settledState(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  ref: RecommendationRef,
): Promise<TaskState> {
  let state = taskState(await store.tasks.latest(ref))
  for (let looks = 0; state.kind === 'creating' && looks < settleSeconds * 2; looks += 1) {
    await clock.sleep(500)
    state = taskState(await store.tasks.latest(ref))
  }
  return state
}

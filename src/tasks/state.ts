import type { Clock } from '../lib/clock.ts'
import type { TaskState } from '../model/recommendation.ts'
import type { RecommendationRef, Store, TaskRecord } from '../store/index.ts'

/** A task that a person found later was created by the request that got no answer. */
export function createdAt({ state, confirmedBy, openSince, finishedAt, startedAt }: TaskRecord): string {
  return state === 'unknown' || confirmedBy !== null ? openSince : (finishedAt ?? startedAt)
}

/** The task state that messages show. A refused attempt isn't shown. */
export function taskState(record: TaskRecord | null): TaskState {
  switch (record?.state) {
    case 'creating':
      return { kind: 'creating', by: record.createdBy, at: createdAt(record) }
    case 'created':
      return {
        kind: 'created',
        taskId: record.taskId ?? '',
        name: record.name ?? '',
        description: record.description ?? '',
        by: record.createdBy,
        at: createdAt(record),
        ...(record.confirmedBy === null ? {} : { confirmedBy: record.confirmedBy }),
        ...doneState(record),
      }
    case 'unknown':
      return { kind: 'unknown', by: record.openBy, at: createdAt(record), reason: record.reason }
    default:
      return { kind: 'none' }
  }
}

function doneState({ doneOn, doneBy }: TaskRecord) {
  if (doneOn !== null) return { done: { on: doneOn, by: doneBy ?? '' } }
  return doneBy === null ? {} : { reopenedBy: doneBy }
}

/** Longer than the deadline of a request to the service. */
const settleSeconds = 60

export async function settledState(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  ref: RecommendationRef,
): Promise<TaskState> {
  let state = taskState(await store.tasks.latest(ref))
  for (let polls = 0; state.kind === 'creating' && polls < settleSeconds * 2; polls += 1) {
    await clock.sleep(500)
    state = taskState(await store.tasks.latest(ref))
  }
  return state
}

import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../clock.ts'
import type { TaskState } from '../insights/model.ts'
import type { RecommendationRef, Store, TaskWish } from '../store/index.ts'
import { taskState } from './state.ts'

export interface TaskCreation {
  /**
   * - `created`: this call created it.
   * - `unknown`: this call sent the request, and nobody knows whether the service has the task.
   * - `taken`: someone else has created it, is creating it, or left it unknown; nothing was sent.
   */
  readonly outcome: 'created' | 'unknown' | 'taken'
  readonly state: TaskState
}

/**
 * Creates a recommendation's task with exactly one POST, whoever asks, however often, on however many replicas:
 * the claim is committed before the request leaves, and only its winner sends it. Nothing is ever sent again.
 *
 * @param announce called once the claim is won and before the request leaves, to show that it is being created; not waited for
 * @throws {ApiError} when the service clearly refused; the claim is then free again
 */
export async function createTask(
  deps: { readonly api: Pick<AnalyticsApi, 'createTask'>; readonly store: Store; readonly clock: Clock },
  ref: RecommendationRef,
  wish: TaskWish,
  who: { readonly user: string; readonly channel: string; readonly messageTs: string | null },
  announce: () => void,
): Promise<TaskCreation> {
  const { api, store, clock } = deps
  const claim = await store.tasks.claim(ref, {
    by: who.user,
    channel: who.channel,
    messageTs: who.messageTs,
    now: clock.now(),
    wish,
  })
  if (!claim.won) return { outcome: 'taken', state: taskState(claim.task) }

  announce()
  const audit = (outcome: string, detail: Record<string, unknown> | null) =>
    store.audit.record(
      {
        team: ref.team,
        user: who.user,
        channel: who.channel,
        action: 'task.create',
        subject: ref.resultId,
        outcome,
        detail: { ...detail, generation: claim.generation, message: who.messageTs },
        reference: null,
      },
      clock.now(),
    )

  try {
    const task = await api.createTask(ref, ref.resultId)
    const named = { taskId: task.id, name: task.name ?? '', description: task.description ?? '' }
    await store.tasks.created(ref, claim.generation, claim.attempt, named, clock.now())
    await audit('created', { task: task.id })
    return { outcome: 'created', state: taskState(await store.tasks.latest(ref)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (mayHaveHappened(error)) {
      await store.tasks.unknown(ref, claim.generation, claim.attempt, error.code, clock.now())
      await audit('unknown', { code: error.code })
      return { outcome: 'unknown', state: taskState(await store.tasks.latest(ref)) }
    }
    await store.tasks.release(ref, claim.generation, claim.attempt, error.code, clock.now())
    await audit('refused', { code: error.code })
    throw error
  }
}

/** An answer that can't be read says no more about the task than no answer at all. */
function mayHaveHappened(error: ApiError): boolean {
  return error.code === 'outcome_unknown' || error.code === 'bad_response' || error.code === 'timeout'
}

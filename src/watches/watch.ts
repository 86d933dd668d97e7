import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import type { Evaluation } from '../model/evaluation.ts'
import { auditEntry, type Store, type WatchRef } from '../store/index.ts'
import { loadEvaluation } from './evaluation.ts'

/** After this many days without a result, a watch ends with a message. */
export const watchDays = 30

interface WatchWorkspace {
  readonly api: Pick<AnalyticsApi, 'websiteEvaluation'>
  readonly store: Pick<Store, 'watches'>
  readonly clock: Clock
}

export interface WatchStart {
  /**
   * - `started`: by this call.
   * - `already`: this person was watching it.
   * - `done`: the evaluation has ended, so nothing is watched.
   */
  readonly outcome: 'started' | 'already' | 'done'
  /** The evaluation now; `null` if the service doesn't answer, which doesn't prevent watching. */
  readonly evaluation: Evaluation | null
}

/** Watches an evaluation for one person. @throws {Problem} when the service doesn't know it */
export async function startWatching(
  workspace: WatchWorkspace,
  ref: WatchRef,
  channel: string,
): Promise<WatchStart> {
  const evaluation = await currentEvaluation(workspace, ref)
  if (evaluation?.isFinal) return { outcome: 'done', evaluation }
  const started = await workspace.store.watches.start(ref, channel, workspace.clock.now(), (done) =>
    auditEntry(
      { ...ref, channel },
      'evaluation.watch',
      ref.evaluationId,
      done ? 'watching' : 'was watching already',
    ),
  )
  return { outcome: started ? 'started' : 'already', evaluation }
}

/** @returns whether the person was watching it */
export async function stopWatching(
  workspace: WatchWorkspace,
  ref: WatchRef,
  channel: string,
): Promise<boolean> {
  return workspace.store.watches.stop(ref, workspace.clock.now(), (done) =>
    auditEntry(
      { ...ref, channel },
      'evaluation.unwatch',
      ref.evaluationId,
      done ? 'stopped' : 'was not watching',
    ),
  )
}

async function currentEvaluation({ api }: WatchWorkspace, ref: WatchRef): Promise<Evaluation | null> {
  try {
    const evaluation = await loadEvaluation(api, ref, ref.evaluationId, { fresh: true })
    if (evaluation === null)
      throw new Problem(
        'evaluation_unknown',
        'The analytics service no longer has this website evaluation, so there’s nothing to wait for.',
      )
    return evaluation
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

import { ApiError } from '../api/errors.ts'
import type { AnalyticsApi } from '../api/index.ts'
import { type Evaluation, loadEvaluation } from '../insights/evaluation.ts'
import type { Clock } from '../lib/clock.ts'
import { currentReference } from '../lib/log.ts'
import { Problem } from '../lib/problem.ts'
import type { AuditEntry, Store, WatchRef } from '../store/index.ts'

/** A watch that has not come to its end by then ends with a word about it. */
export const watchDays = 30

interface WatchDeps {
  readonly api: Pick<AnalyticsApi, 'websiteEvaluation'>
  readonly store: Pick<Store, 'watches'>
  readonly clock: Clock
}

export interface WatchStart {
  /**
   * - `started`: this call did it.
   * - `already`: this person watches it already.
   * - `done`: there is nothing to wait for, so that nothing is watched.
   */
  readonly outcome: 'started' | 'already' | 'done'
  /** As it is now; `null`: the service can't be asked just now, which is no reason not to wait. */
  readonly evaluation: Evaluation | null
}

/** Watches an evaluation for one person. @throws {Problem} the service doesn't know it */
export async function startWatching(deps: WatchDeps, ref: WatchRef, channel: string): Promise<WatchStart> {
  const evaluation = await lookAt(deps, ref)
  if (evaluation?.isFinal) return { outcome: 'done', evaluation }
  const started = await deps.store.watches.start(ref, channel, deps.clock.now(), (done) =>
    auditEntry(ref, channel, 'evaluation.watch', done ? 'watching' : 'was watching already'),
  )
  return { outcome: started ? 'started' : 'already', evaluation }
}

/** @returns whether the person was watching it */
export async function stopWatching(deps: WatchDeps, ref: WatchRef, channel: string): Promise<boolean> {
  return deps.store.watches.stop(ref, deps.clock.now(), (done) =>
    auditEntry(ref, channel, 'evaluation.unwatch', done ? 'stopped' : 'was not watching'),
  )
}

async function lookAt({ api }: WatchDeps, ref: WatchRef): Promise<Evaluation | null> {
  try {
    const evaluation = await loadEvaluation(api, ref, ref.evaluationId, { fresh: true })
    if (evaluation === null)
      throw new Problem(
        'evaluation_unknown',
        'The analytics service does not know this website evaluation any more, so there is nothing to wait for.',
      )
    return evaluation
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function auditEntry(
  { team, user, evaluationId }: WatchRef,
  channel: string,
  action: string,
  outcome: string,
): AuditEntry {
  const reference = currentReference()
  return { team, user, channel, action, subject: evaluationId, outcome, detail: null, reference }
}

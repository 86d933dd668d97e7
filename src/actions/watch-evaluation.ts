import type { Action } from '../blocks/codec.ts'
import { evaluationAnswer } from '../blocks/evaluation.ts'
import { watchStarted, watchStopped } from '../blocks/evaluation-told.ts'
import type { Answer, Click } from '../slack/port.ts'
import { startWatching, stopWatching, watchDays } from '../watches/watch.ts'
import type { ActionDeps } from './deps.ts'

/** "Tell me when it is done": one direct message, when it is. */
export async function watchEvaluationAction(
  { kind: _, ...ref }: Extract<Action, { kind: 'watch_evaluation' | 'unwatch_evaluation' }>,
  { team, user, channel }: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const patient = answer.patiently()
  const { outcome, evaluation } = await startWatching(deps, { team, user, ...ref }, channel ?? '')
  await patient.privately(
    outcome === 'done' && evaluation !== null
      ? evaluationAnswer(evaluation, {
          ref,
          watching: false,
          shareable: true,
          command: `evaluation ${ref.evaluationId}`,
        })
      : watchStarted(evaluation?.name ?? null, ref, { already: outcome === 'already', days: watchDays }),
  )
}

/** "Stop watching". */
export async function unwatchEvaluationAction(
  { kind: _, ...ref }: Extract<Action, { kind: 'watch_evaluation' | 'unwatch_evaluation' }>,
  { team, user, channel }: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const stopped = await stopWatching(deps, { team, user, ...ref }, channel ?? '')
  await answer.privately(watchStopped(stopped, ref))
}

import { evaluationAnswer } from '../blocks/evaluations/evaluation.ts'
import { watchStarted, watchStopped } from '../blocks/evaluations/watch-messages.ts'
import type { Action } from '../blocks/kit/codec.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { startWatching, stopWatching, watchDays } from '../watches/watch.ts'

export async function watchEvaluationAction(
  { kind: _, ...ref }: Extract<Action, { kind: 'watch_evaluation' | 'unwatch_evaluation' }>,
  { team, user, channel }: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const progress = answer.withProgress()
  const { outcome, evaluation } = await startWatching(workspace, { team, user, ...ref }, channel ?? '')
  await progress.ephemeral(
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

export async function unwatchEvaluationAction(
  { kind: _, ...ref }: Extract<Action, { kind: 'watch_evaluation' | 'unwatch_evaluation' }>,
  { team, user, channel }: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const stopped = await stopWatching(workspace, { team, user, ...ref }, channel ?? '')
  await answer.ephemeral(watchStopped(stopped, ref))
}

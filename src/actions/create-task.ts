import { problemMessage } from '../blocks/kit/problem.ts'
import { taskChecked, taskNotConfirmed, taskNotShown, taskTaken } from '../blocks/tasks/task-replies.ts'
import { refusalMessage } from '../blocks/tasks/task-state.ts'
import { channelScope } from '../channels/settings.ts'
import type { TaskState } from '../model/recommendation.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef, TaskRequest } from '../store/index.ts'
import { createdMessage, createTask, type TaskCreation } from '../tasks/create.ts'
import { findTaskEvidence } from '../tasks/evidence.ts'
import { syncTaskMessages } from '../tasks/message-sync.ts'
import { settledState, taskState } from '../tasks/state.ts'
import { type Clicked, clickedRecommendation } from './clicked-recommendation.ts'
import { type ActionHandler, type ActionOf, type Handler, taskClickOf } from './handler.ts'

/**
 * Creates the recommendation's task and writes it into every copy of the message. The clicked message shows "creating"
 * during the request; after a refusal it shows the button again.
 */
export const createTaskAction: Handler<ActionOf<'create_task' | 'create_task_again'>> = async (
  action,
  { click, answer, workspace },
) => {
  // A button on the Home tab names its channel.
  const channel = click.channel ?? click.presence?.channel ?? ''
  const clicked = await clickedRecommendation(action, click, answer, workspace)
  let announced: Promise<unknown> = Promise.resolve()
  let result: TaskCreation
  try {
    result = await createTask(
      workspace,
      clicked.ref,
      requestOf(action),
      { user: click.user, channel, messageTs: click.message?.ts ?? null },
      () => {
        // Not awaited: a slow Slack must not delay the request.
        announced = clicked.showHere()
      },
    )
  } catch (error) {
    await announced
    await clicked.showHere()
    throw error
  }
  await announced
  if (result.outcome === 'taken') return showTaken(clicked, result.state, click.user, answer, workspace)
  // Its announcement in another channel, if there is one.
  if (result.outcome === 'created') workspace.outbox.wake()
  const { reference } = result
  if (result.outcome === 'refused') {
    const refusal = refusalMessage(result.error, action.resultId)
    const said = { sentence: refusal.sentence, reference }
    const shown = await clicked.showHere(said)
    // The clicked message shows the refusal under its recommendation. A suggested command needs a message of its own.
    if (shown === 'missed' || refusal.suggestion !== null)
      await answer.ephemeral(problemMessage({ ...refusal, reference }))
    await clicked.showEverywhere(said)
    return
  }
  const { state } = result
  const said = result.outcome === 'unknown' ? { sentence: null, reference } : undefined
  const shown = await clicked.showHere(said)
  // The person doesn't wait for it.
  const everywhere = clicked.showEverywhere(said)
  if (result.outcome === 'unknown' || state.kind !== 'created') {
    if (shown === 'missed') await answer.ephemeral(taskNotShown(clicked.ref, state))
  } else if (shown !== 'with_aim') {
    const isShown = shown === 'shown'
    const scope = channelScope(workspace, { team: click.team, channel })
    const message = await createdMessage(workspace, scope, clicked.ref, state, isShown)
    await answer.ephemeral(message).catch((error: unknown) => {
      // Otherwise the person wouldn't learn that the task was created.
      if (!isShown) throw error
      workspace.log.warn('could not show a task’s aim to its creator', { team: click.team, error })
    })
  }
  await everywhere
}

function requestOf(action: ActionOf<'create_task' | 'create_task_again'>): TaskRequest {
  if (action.kind === 'create_task') return { kind: 'first' }
  return action.taskId === null ? { kind: 'anyway' } : { kind: 'another', besides: action.taskId }
}

/** Another click came first. Waits for its outcome, since nothing else would update an ephemeral list. */
async function showTaken(
  { ref, showHere }: Clicked,
  state: TaskState,
  user: string,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  await showHere()
  await answer.ephemeral(taskTaken(ref, state, user))
  if (state.kind !== 'creating') return
  await settledState(workspace, ref)
  await showHere()
}

/** "Check again": looks for evidence of a task with an unknown outcome, and shows what it proves. Changes nothing. */
export const checkTaskAction: ActionHandler<'check_task'> = async (action, { click, answer, workspace }) => {
  const { ref } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await workspace.store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return showSettled(ref, click, answer, workspace)
  const progress = answer.withProgress()
  await progress.ephemeral(taskChecked(ref, await findTaskEvidence(workspace, attempt)))
}

/**
 * Confirms that a brief found by "Check again" belongs to the task. Only a person can: the service doesn't say whose
 * request created a task. Recorded under their name.
 */
export const confirmTaskAction: ActionHandler<'confirm_task'> = async (
  action,
  { click, answer, workspace },
) => {
  const { store, clock } = workspace
  const { ref, showEverywhere } = await clickedRecommendation(action, click, answer, workspace)
  const attempt = await store.tasks.latest(ref)
  if (attempt?.state !== 'unknown') return showSettled(ref, click, answer, workspace)
  // Read again: the button may be old, and its value is untrusted.
  const { items } = await findTaskEvidence(workspace, attempt)
  const evidence = items.find(({ taskId }) => taskId === action.taskId)
  if (evidence === undefined) return answer.ephemeral(taskNotConfirmed(ref), { replace: true })
  const task = { taskId: evidence.taskId, name: evidence.title }
  const confirmed = await store.tasks.confirmed(attempt, task, taskClickOf(click), clock.now())
  if (!confirmed) return showSettled(ref, click, answer, workspace)
  workspace.outbox.wake()
  // The confirmation is recorded, so it succeeded, even if a message can't be updated or the database goes away.
  const everywhere = showEverywhere()
  const { openBy: by, openSince: at } = attempt
  const state = { kind: 'created', ...task, description: '', by, at, confirmedBy: click.user } as const
  const scope = channelScope(workspace, { team: click.team, channel: click.channel ?? '' })
  const message = await createdMessage(workspace, scope, ref, state)
  await answer.ephemeral(message, { replace: true })
  await everywhere
}

/** The outcome is no longer unknown: shows it, and updates the messages. */
async function showSettled(
  ref: RecommendationRef,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const state = taskState(await workspace.store.tasks.latest(ref))
  await answer.ephemeral(taskTaken(ref, state, click.user))
  await syncTaskMessages(workspace, ref)
}

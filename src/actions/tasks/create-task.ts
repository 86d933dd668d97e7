import type { Action } from '../../blocks/kit/codec.ts'
import { problemMessage } from '../../blocks/kit/problem.ts'
import { refusalMessage } from '../../blocks/tasks/reasons.ts'
import { type taskConfirmed, taskCreated, taskNotShown, taskTaken } from '../../blocks/tasks/task-replies.ts'
import { channelScope } from '../../channels/scope.ts'
import type { TaskState } from '../../model/recommendation.ts'
import type { Answer, Click } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { TaskRequest } from '../../store/index.ts'
import { createTask, type TaskCreation } from '../../tasks/create.ts'
import { createdMessage } from '../../tasks/created-message.ts'
import { settledState } from '../../tasks/state.ts'
import { type Clicked, clickedRecommendation } from './clicked-recommendation.ts'

type CreateTask = Extract<Action, { kind: 'create_task' | 'create_task_again' }>

/** Writes the task into every copy of the message. The clicked one shows "creating" meanwhile. */
export async function createTaskAction(
  action: CreateTask,
  click: Click,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
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
        announced = clicked.showHere().catch((error: unknown) =>
          workspace.log.warn('could not show that a task is being created', {
            team: click.team,
            error,
          }),
        )
      },
    )
  } catch (error) {
    await announced
    await clicked.showEverywhere()
    throw error
  }
  await announced
  if (result.outcome === 'taken') return showTaken(clicked, result.state, click.user, answer, workspace)
  // Its announcement in another channel, if there is one.
  if (result.outcome === 'created') workspace.outbox.wake()
  const { reference } = result
  if (result.outcome === 'refused') {
    const refusal = refusalMessage(result.error, action.resultId)
    const shown = await clicked.showEverywhere({ sentence: refusal.sentence, reference })
    // An ephemeral list shows the refusal under its row. A suggested command needs a message of its own.
    if (shown === 'missed' || !clicked.isPrivate || refusal.suggestion !== null)
      await answer.ephemeral(problemMessage({ ...refusal, reference }))
    return
  }
  const { state } = result
  const shown = await clicked.showEverywhere(
    result.outcome === 'unknown' ? { sentence: null, reference } : undefined,
  )
  if (result.outcome === 'unknown' || state.kind !== 'created') {
    if (shown === 'missed') await answer.ephemeral(taskNotShown(clicked.ref, state))
    return
  }
  if (shown === 'with_aim') return
  const isShown = shown === 'shown'
  const draw = (...task: Parameters<typeof taskConfirmed>) => taskCreated(...task, isShown)
  const scope = channelScope(workspace.store, workspace.defaults, click.team, channel)
  const message = await createdMessage(workspace, scope, clicked.ref, state, draw)
  await answer.ephemeral(message).catch((error: unknown) => {
    // Otherwise the person wouldn't learn that the task was created.
    if (!isShown) throw error
    workspace.log.warn('could not show a task’s aim to its creator', { team: click.team, error })
  })
}

function requestOf(action: CreateTask): TaskRequest {
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

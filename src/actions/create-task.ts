import { homeCallbackId } from '../blocks/home/home.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import { actionsAnswer, taskAnswer } from '../blocks/tasks/recommendations.ts'
import { taskChecked, taskNotConfirmed, taskNotShown, taskTaken } from '../blocks/tasks/task-replies.ts'
import { refusalMessage } from '../blocks/tasks/task-state.ts'
import { channelScope } from '../channels/settings.ts'
import { newsSinceDigest } from '../digests/reported.ts'
import { redrawHome } from '../home/index.ts'
import type { ChannelScope } from '../model/channel.ts'
import type { Message } from '../model/message.ts'
import type { ClickOutcome, RecommendationIds, TaskState } from '../model/recommendation.ts'
import type { Answer, Click, MessageAddress } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef, TaskRequest } from '../store/index.ts'
import { aimInTime } from '../tasks/aims.ts'
import { createdMessage, createTask, syncTaskMessages, type TaskCreation } from '../tasks/create.ts'
import { findTaskEvidence } from '../tasks/evidence.ts'
import {
  cachedBriefs,
  loadRecommendation,
  refOf,
  settledState,
  taskState,
  trackedRecommendations,
} from '../tasks/recommendations.ts'
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

export type Clicked = Awaited<ReturnType<typeof clickedRecommendation>>

/**
 * `with_aim`: the message also says what the task aims at. `missed`: it is gone, too old, or in a channel that was left.
 */
type Shown = 'shown' | 'with_aim' | 'missed'

export async function clickedRecommendation(
  place: RecommendationIds,
  click: Click,
  answer: Answer,
  workspace: Workspace,
) {
  const ref = refOf(place, click.team)
  const here = click.message !== null && !click.message.ephemeral ? click.message : undefined
  const isOnHome = click.view?.callbackId === homeCallbackId
  const refresh = async (outcome?: ClickOutcome): Promise<Shown> => {
    if (!isOnHome) return refreshPrivately(ref, click.channel, answer, workspace, outcome)
    await redrawHome(workspace, click, outcome === undefined ? null : { ...outcome, resultId: ref.resultId })
    return 'shown'
  }
  await rememberClicked(workspace, ref, click)
  const update = async (outcome?: ClickOutcome, only?: MessageAddress): Promise<Shown> => {
    const clicked = here && outcome && { ...here, outcome }
    const missed = await syncTaskMessages(workspace, ref, { clicked, ...(only && { only }) })
    return missed.length === 0 ? 'shown' : 'missed'
  }
  // The task's outcome is recorded; a message that can't be updated must not hide it.
  const unlessFailed = (shown: Promise<Shown>) =>
    shown.catch((error: unknown): Shown => {
      workspace.log.warn('could not update every message with the task', { team: click.team, error })
      return 'missed'
    })
  return {
    ref,
    /** In what was clicked. Errors are logged, not thrown. */
    showHere: (outcome?: ClickOutcome) =>
      unlessFailed(here === undefined ? refresh(outcome) : update(outcome, here)),
    /** In every message, which may take minutes. Errors are logged, not thrown. */
    showEverywhere: (outcome?: ClickOutcome) => unlessFailed(update(outcome)),
  }
}

/** The click contains the message, so the task can be written into it even if its post was never recorded. */
export async function rememberClicked(
  { store, clock }: Workspace,
  ref: RecommendationRef,
  { message }: Pick<Click, 'message'>,
): Promise<void> {
  if (message === null || message.ephemeral || message.content === null) return
  const { channel, ts, content } = message
  await store.messages.remember({ ...content, team: ref.team, channel, ts }, [ref], clock.now())
}

/**
 * Slack can't update an ephemeral message by its `ts`, so it is replaced: by the channel's list, or by only the
 * recommendation if the channel doesn't track it. It shows the briefs that were last read, even during an outage.
 * @returns `missed` if the message stays as it was, because it has no channel or the recommendation can't be read
 */
export async function refreshPrivately(
  ref: RecommendationRef,
  channel: string | null,
  answer: Answer,
  workspace: Workspace,
  outcome?: ClickOutcome,
): Promise<Shown> {
  if (channel === null) return 'missed'
  const scope = await channelScope(workspace, { team: ref.team, channel })
  if (!scope.recommendations.includes(ref.resultId)) {
    const { message, isAimed } = await singleRecommendation(workspace, scope, ref, outcome)
    await answer.ephemeral(message, { replace: true })
    return isAimed ? 'with_aim' : 'shown'
  }
  const shown = { store: workspace.store, api: cachedBriefs(workspace.api) }
  const sections = await trackedRecommendations(shown, scope)
  const clicked = sections.find((section) => section.ok && section.data.resultId === ref.resultId)
  if (clicked === undefined) return 'missed'
  const news = await newsSinceDigest(workspace.store, scope, sections)
  const shownOutcome = outcome === undefined ? {} : { outcome: { ...outcome, resultId: ref.resultId } }
  const list = actionsAnswer(sections, { shareable: false, command: 'actions', news, ...shownOutcome })
  await answer.ephemeral(list, { replace: true })
  return 'shown'
}

async function singleRecommendation(
  workspace: Workspace,
  scope: ChannelScope,
  ref: RecommendationRef,
  outcome?: ClickOutcome,
): Promise<{ readonly message: Message; readonly isAimed: boolean }> {
  const { store, api } = workspace
  const shown = { store, api: cachedBriefs(api) }
  const recommendation = await loadRecommendation(shown, ref)
  const { task } = recommendation
  const texts = task.kind === 'created' ? task : { name: null, description: null }
  // While the task is being created, nothing waits for its aim.
  const aim = task.kind === 'creating' ? null : await aimInTime(workspace, scope, { ...ref, ...texts })
  return { message: taskAnswer(recommendation, { outcome, aim }), isAimed: aim !== null }
}

/** Shows a changed aim in the ephemeral message, which keeps its button. */
export async function refreshAim(
  ref: RecommendationRef,
  channel: string,
  answer: Answer,
  workspace: Workspace,
): Promise<void> {
  const state = taskState(await workspace.store.tasks.latest(ref))
  const scope = channelScope(workspace, { team: ref.team, channel })
  const message =
    state.kind === 'created'
      ? await createdMessage(workspace, scope, ref, state)
      : (await singleRecommendation(workspace, await scope, ref)).message
  await answer.ephemeral(message, { replace: true })
}

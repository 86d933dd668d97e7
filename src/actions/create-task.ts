import { actionsAnswer } from '../blocks/actions.ts'
import type { Action } from '../blocks/codec.ts'
import type { Message } from '../blocks/message.ts'
import { problemMessage } from '../blocks/problem.ts'
import { trackedRecommendations } from '../channels/recommendations.ts'
import { channelScope } from '../channels/scope.ts'
import type { TaskState } from '../insights/model.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { RecommendationRef, TaskWish } from '../store/index.ts'
import { rewriteCopies } from '../tasks/copies.ts'
import { createTask, type TaskCreation } from '../tasks/create.ts'
import { settledState } from '../tasks/state.ts'
import type { ActionDeps } from './deps.ts'

type CreateTask = Extract<Action, { kind: 'create_task' | 'create_task_again' }>

/**
 * Creates the recommendation's task and writes it into the message that was clicked and into every other copy.
 * While the request is under way the clicked message says so; a clear refusal puts the button back.
 */
export async function createTaskAction(
  action: CreateTask,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
): Promise<void> {
  const { organizationId, workspaceId, resultId } = action
  const ref = { team: click.team, organizationId, workspaceId, resultId }
  const here = click.message !== null && !click.message.ephemeral ? click.message : undefined
  if (here?.content) await rememberClicked(deps, ref, here.content, here)
  const showHere = () =>
    here === undefined ? refreshPrivateList(click, answer, deps) : rewriteCopies(deps, ref, here)
  // What became of the task is recorded; a message that can't be drawn again must not hide it.
  const showEverywhere = async () => {
    try {
      await rewriteCopies(deps, ref)
      if (here === undefined) await refreshPrivateList(click, answer, deps)
    } catch (error) {
      deps.log.warn('a task could not be shown everywhere', { team: click.team, error })
    }
  }

  let announced: Promise<unknown> = Promise.resolve()
  let result: TaskCreation
  try {
    result = await createTask(
      deps,
      ref,
      wishOf(action),
      { user: click.user, channel: click.channel ?? '', messageTs: click.message?.ts ?? null },
      () => {
        // Shown while the request is on its way: Slack's pace must not hold the request up.
        announced = showHere().catch((error: unknown) =>
          deps.log.warn('a message could not say that its task is being created', {
            team: click.team,
            error,
          }),
        )
      },
    )
  } catch (error) {
    await announced
    await showEverywhere()
    throw error
  }
  await announced
  if (result.outcome === 'taken') await tellTaken(ref, result.state, click.user, answer, deps, showHere)
  else await showEverywhere()
}

function wishOf(action: CreateTask): TaskWish {
  if (action.kind === 'create_task') return { kind: 'first' }
  return action.taskId === null ? { kind: 'anyway' } : { kind: 'another', besides: action.taskId }
}

/**
 * Somebody else's click came first. A private list has nobody else who would bring it up to date, so the end of that
 * click is waited for.
 */
async function tellTaken(
  ref: RecommendationRef,
  state: TaskState,
  user: string,
  answer: Answer,
  deps: ActionDeps,
  showHere: () => Promise<void>,
): Promise<void> {
  await showHere()
  await answer.privately(problemMessage({ sentence: takenSentence(state, user), reference: null }))
  if (state.kind !== 'creating') return
  await settledState(deps, ref)
  await showHere()
}

/**
 * The message may be unknown to the store: its post was never confirmed, or the process ended before it was
 * remembered. The click brings what it says, so that the task can be written into it all the same.
 */
async function rememberClicked(
  { store, clock }: ActionDeps,
  ref: RecommendationRef,
  content: Message,
  {
    channel,
    ts,
    threadTs,
  }: { readonly channel: string; readonly ts: string; readonly threadTs: string | null },
): Promise<void> {
  await store.messages.remember(
    { team: ref.team, channel, ts, kind: 'answer', threadTs, text: content.text, blocks: content.blocks },
    [ref],
    clock.now(),
  )
}

/** A private answer has no address of its own in Slack; the list is drawn again in its place. */
async function refreshPrivateList(click: Click, answer: Answer, deps: ActionDeps): Promise<void> {
  if (click.channel === null) return
  const scope = await channelScope(deps.store, deps.defaults, click.team, click.channel)
  const sections = await trackedRecommendations(deps, scope)
  await answer.privately(actionsAnswer(sections, { shareable: false, command: 'actions' }), { replace: true })
}

function takenSentence(state: TaskState, user: string): string {
  switch (state.kind) {
    case 'creating':
      return state.by === user
        ? 'Your first click is being worked on. Nothing was sent twice.'
        : 'Somebody else has just clicked, and the task is being created. Nothing was sent twice.'
    case 'created':
      return `This recommendation has its task already: “${state.name}”. Nothing was sent twice.`
    case 'unknown':
      return 'An earlier click got no clear answer, so the task may exist. Look for it in the console; if it is missing, use “Create anyway”.'
    case 'none':
      return 'This button is out of date. Use the one that the message shows now.'
  }
}

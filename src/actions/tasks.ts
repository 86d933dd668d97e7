import { SOURCES } from '../api/index.ts'
import { homeCallbackId } from '../blocks/home/home.ts'
import { briefModal, briefTitle, taskBriefModal } from '../blocks/tasks/brief.ts'
import { storyAnswer, storyModal, storyTitle } from '../blocks/tasks/story.ts'
import {
  type AimForm,
  aimModal,
  aimTitle,
  alreadyDoneModal,
  doneTitle,
  markDoneModal,
  type TaskFormPlace,
} from '../blocks/tasks/task-forms.ts'
import { channelsOf } from '../channels/conversation-channel.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { answerTo } from '../commands/free-text/ask.ts'
import { notSent } from '../commands/visibility.ts'
import { redrawHome } from '../home/index.ts'
import { Problem } from '../lib/problem.ts'
import type { ModalView } from '../model/message.ts'
import { dayIn } from '../model/question.ts'
import { idsOf, type RecommendationIds } from '../model/recommendation.ts'
import { noAim } from '../model/story.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { aimOfTask } from '../tasks/aims.ts'
import { syncTaskMessages } from '../tasks/create.ts'
import { exportTasks } from '../tasks/export.ts'
import { createdTask, taskStory } from '../tasks/follow-up.ts'
import { loadBriefs, refOf } from '../tasks/recommendations.ts'
import { refreshAim, refreshPrivately, rememberClicked } from './create-task.ts'
import {
  type ActionHandler,
  type ActionOf,
  callerOf,
  type ModalButton,
  type ModalOrReply,
  taskClickOf,
} from './handler.ts'

/** "Mark as done": asks for the day. */
export const markDoneButton: ModalButton<'mark_done'> = {
  title: doneTitle,
  content: async (action, click, workspace) => {
    const { team, channel } = click
    await rememberClicked(workspace, refOf(action, team), click)
    const task = await createdTask(workspace, action)
    const { timeZone } = await channelScope(workspace, { team, channel: channel ?? task.channel })
    const today = dayIn(workspace.clock.now(), timeZone)
    const { doneOn: on, doneBy } = task
    if (on !== null) return alreadyDoneModal(task.name ?? '', { on, by: doneBy ?? '', thisYear: today.year })
    const place = taskFormPlace(action, click)
    // The Home tab has no channel: there, the day is in the time zone of the channel where the task was created.
    return markDoneModal({
      place: { ...place, channel: place.channel ?? task.channel },
      name: task.name ?? '',
      day: today.toString(),
    })
  },
}

/** "Reopen": the task was not done after all, or on another day. */
export const reopenTaskAction: ActionHandler<'reopen_task'> = async (action, { click, workspace }) => {
  const { store, clock } = workspace
  const ref = refOf(action, click.team)
  await rememberClicked(workspace, ref, click)
  const task = await createdTask(workspace, action)
  const by = taskClickOf(click, task.channel)
  // If another person has already reopened it, only what is shown is out of date.
  await store.tasks.markDone(ref, action.taskId, null, by, clock.now())
  await redrawTask(workspace, taskFormPlace(action, click), click)
}

export const changeAimButton: ModalButton<'change_aim'> = {
  title: aimTitle,
  content: async (action, click, workspace) => {
    const place = taskFormPlace(action, click)
    const ref = refOf(action, click.team)
    const latest = place.channel === null ? await workspace.store.tasks.latest(ref) : null
    return aimModal(
      await aimFormOf(workspace, { ...place, channel: place.channel ?? latest?.channel ?? null }),
    )
  },
}

export async function aimFormOf(
  workspace: Pick<Workspace, 'store' | 'api' | 'apiKey' | 'clock' | 'defaults' | 'team'>,
  place: TaskFormPlace,
): Promise<AimForm> {
  const { store, team } = workspace
  const ref = refOf(place, team)
  const scope = await channelScope(workspace, { team, channel: place.channel ?? '' })
  const { name = null, description = null } = (await store.tasks.latest(ref)) ?? {}
  const [current, lists] = await Promise.all([
    aimOfTask(workspace, scope, { ...ref, name, description }),
    filterListsInTime(workspace, ref, listsWait.openingForm),
  ])
  return {
    place,
    aim: current?.aim ?? noAim,
    by: current?.by ?? null,
    engines: lists?.engines ?? SOURCES,
    filterNames: scope.filterNames,
  }
}

/** "See how": shows the story to the person who clicked. The Home tab can't show messages, so it opens a modal. */
export const taskStoryButton = {
  modal: {
    title: storyTitle,
    opens: ({ view }) => view !== null,
    content: async ({ kind: _, ...task }, _click, workspace) =>
      storyModal(await storyOf(task, workspace), task),
  },
  reply: async (task, _click, workspace) => storyAnswer(await storyOf(task, workspace)),
} satisfies ModalOrReply<'task_story'>

async function storyOf(task: Omit<ActionOf<'task_story'>, 'kind'>, workspace: Workspace) {
  const record = await createdTask(workspace, task)
  return taskStory(workspace, await channelScope(workspace, record), record)
}

/** Shows a recommendation's briefs, or one of them, and turns their pages. */
export const viewBriefButton: ModalButton<'view_brief'> & ModalButton<'view_task_brief'> = {
  title: briefTitle,
  // Slack opens a modal from the Home tab, but doesn't replace the tab by one.
  within: ({ viewId, view }) => (view?.callbackId === homeCallbackId ? null : viewId),
  content: (action, { presence }, { api }) =>
    briefs(api, { ...action, ...(presence && { channel: presence.channel }) }),
}

async function briefs(
  api: Workspace['api'],
  action: ActionOf<'view_brief' | 'view_task_brief'> & { readonly channel?: string },
): Promise<ModalView> {
  if (action.kind === 'view_brief') return briefModal(await loadBriefs(api, action, action.resultId), action)
  // A task's brief is written some time after the task: a cached answer may not have it yet.
  return taskBriefModal(await loadBriefs(api, action, action.resultId, { fresh: true }), action)
}

/** "Next page" and "Previous page" in the list of tasks: replaces the page. */
export const tasksPageAction: ActionHandler<'tasks_page'> = async (
  { page },
  { click, answer, workspace },
) => {
  const message = await answerTo(`tasks page ${page}`, callerOf(click), workspace)
  await answer.ephemeral(message, { replace: true })
}

/** "Export" on the Home tab: the tasks of all channels that the person is in, by direct message. */
export const tasksExportAction: ActionHandler<'tasks_export'> = async (_action, { click, workspace }) => {
  const { team, user } = click
  const channels = await channelsOf(workspace, user, { fresh: true })
  // The file arrives as a direct message, so no answer is needed.
  if ((await exportTasks(workspace, { team, user }, [...channels]).catch(notSent)) === null)
    throw new Problem('no_tasks', 'No task has been created in your channels yet.')
}

function taskFormPlace(
  action: RecommendationIds & { readonly taskId?: string; readonly page: number | null },
  { channel, message, responseAddress }: Click,
): TaskFormPlace {
  // In a direct message, one about a single recommendation isn't recorded, so nothing else would update its aim.
  const isAboutAim = action.page === null && action.taskId === undefined
  const isDirect = message?.channel.startsWith('D') === true
  const isPrivate = message?.ephemeral === true || (isAboutAim && isDirect)
  return {
    ...idsOf(action),
    taskId: action.taskId ?? null,
    page: action.page,
    channel,
    messageTs: message?.ts ?? null,
    privateAddress: isPrivate ? responseAddress : null,
  }
}

/** Updates all copies of the task's message, open Home tabs, and the private message that was clicked. */
export async function redrawTask(
  workspace: Workspace,
  place: TaskFormPlace,
  { team, user, outside, presence }: Pick<Click, 'team' | 'user' | 'outside' | 'presence'>,
): Promise<void> {
  const { channel, messageTs, privateAddress, page, taskId } = place
  const ref = refOf(place, team)
  // Clicked on the Home tab, which this process may not follow yet.
  if (messageTs === null) workspace.homeViewers.open({ team, user, outside })
  void redrawHome(workspace)
  const redrawPrivately = async () => {
    if (privateAddress === null || channel === null) return
    const answer = workspace.answerAt({ responseAddress: privateAddress, channel, user })
    // Without a task id, the message is about the recommendation and what its tasks aim at.
    if (page === null && taskId === null) return refreshAim(ref, channel, answer, workspace)
    if (page === null) return void (await refreshPrivately(ref, channel, answer, workspace))
    const caller = { team, channel, user, outside, presence }
    const list = await answerTo(`tasks page ${page}`, caller, workspace)
    await answer.ephemeral(list, { replace: true })
  }
  // An aim, which isn't about one task, changes no copy.
  await Promise.all([redrawPrivately(), taskId !== null && syncTaskMessages(workspace, ref)])
}

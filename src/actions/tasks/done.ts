import type { Action } from '../../blocks/kit/codec.ts'
import { loadingModal } from '../../blocks/kit/modal.ts'
import { alreadyDoneModal, doneModal, doneTitle } from '../../blocks/tasks/done-form.ts'
import { channelScope } from '../../channels/scope.ts'
import { currentReference } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import type { ActionHandler, ModalButton } from '../handler.ts'
import { rememberClicked } from './clicked-recommendation.ts'
import { placeOf, redrawTask } from './redraw.ts'

/** "Mark as done": asks for the day. */
export const markDoneButton: ModalButton<Extract<Action, { kind: 'mark_done' }>> = {
  loading: () => loadingModal(doneTitle),
  content: async (action, click, workspace) => {
    const { team, channel } = click
    const { store, clock, defaults } = workspace
    const { organizationId, workspaceId, resultId, taskId } = action
    const ref = { team, organizationId, workspaceId, resultId }
    await rememberClicked(workspace, ref, click)
    const task = await store.tasks.withId(ref, taskId)
    if (task === null) throw unknownTask()
    const { timeZone } = await channelScope(store, defaults, team, channel ?? task.channel)
    const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
    const { doneOn: on, doneBy } = task
    if (on !== null) return alreadyDoneModal(task.name ?? '', { on, by: doneBy ?? '', thisYear: today.year })
    const place = placeOf(action, click)
    // The Home tab has no channel: there, the day is in the time zone of the channel where the task was created.
    return doneModal({
      place: { ...place, channel: place.channel ?? task.channel },
      name: task.name ?? '',
      day: today.toString(),
    })
  },
}

/** "Reopen": the task was not done after all, or on another day. */
export const reopenTaskAction: ActionHandler<Extract<Action, { kind: 'reopen_task' }>> = async (
  action,
  click,
  _answer,
  workspace,
) => {
  const { store, clock } = workspace
  const { team, user, channel, message } = click
  const { organizationId, workspaceId, resultId, taskId } = action
  const ref = { team, organizationId, workspaceId, resultId }
  await rememberClicked(workspace, ref, click)
  const task = await store.tasks.withId(ref, taskId)
  if (task === null) throw unknownTask()
  const by = {
    by: user,
    channel: channel ?? task.channel,
    messageTs: message?.ts ?? null,
    reference: currentReference(),
  }
  // If another person has already reopened it, only what is shown is out of date.
  await store.tasks.reopen(ref, taskId, by, clock.now())
  await redrawTask(workspace, placeOf(action, click), click)
}

export function unknownTask(): Problem {
  return new Problem('task_unknown', 'Sightline no longer knows this task. See the task list.', {
    suggestion: 'tasks',
  })
}

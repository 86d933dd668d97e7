import { redrawTask } from '../../actions/tasks.ts'
import { alreadyDoneModal, type DoneForm, doneCallbackId, doneModal } from '../../blocks/tasks/done-form.ts'
import { parsePlace, type TaskFormPlace } from '../../blocks/tasks/form-place.ts'
import { channelScope } from '../../channels/scope.ts'
import { currentReference } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import type { ViewState } from '../../model/form-values.ts'
import type { Submission, SubmissionAnswer } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { Form } from '../form.ts'

/** A person says on which day the team finished a task. */
export const doneForm: Form = {
  callbackId: doneCallbackId,
  who: 'changers',
  about: (view) => placeIn(view).channel,
  submit,
  again: async (view, notice, workspace) => doneModal((await formOf(view, workspace)).form, { notice }),
}

async function submit(submission: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const { user, view } = submission
  const { store, defaults, clock, team } = workspace
  const { form, ref } = await formOf(view, workspace)
  const { place, name, day } = form
  const { timeZone } = await channelScope(store, defaults, team, place.channel ?? '')
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const error = day === null ? 'Choose a day.' : day > today ? 'Choose today or an earlier day.' : null
  if (day === null || error !== null)
    return {
      kind: 'errors',
      errors: { day: error ?? '' },
      again: doneModal(form, { error: error ?? '' }),
    }
  const click = {
    by: user,
    channel: place.channel ?? '',
    messageTs: place.messageTs,
    reference: currentReference(),
  }
  const after = () => redrawTask(workspace, place, submission)
  const taskId = place.taskId ?? ''
  if (await store.tasks.markDone(ref, taskId, day, click, clock.now())) return { kind: 'close', after }
  const task = await store.tasks.withId(ref, taskId)
  if (task === null || task.doneOn === null) throw gone()
  return {
    kind: 'show',
    view: alreadyDoneModal(name, {
      on: task.doneOn,
      by: task.doneBy ?? '',
      thisYear: Number(today.slice(0, 4)),
    }),
    after,
  }
}

function placeIn({ privateMetadata }: ViewState): TaskFormPlace {
  const place = parsePlace(privateMetadata)
  if (place === null) throw gone()
  return place
}

async function formOf(view: ViewState, { store, team }: Workspace) {
  const place = placeIn(view)
  const { organizationId, workspaceId, resultId, taskId } = place
  const ref = { team, organizationId, workspaceId, resultId }
  const { day } = view.values
  const task = await store.tasks.withId(ref, taskId ?? '')
  const form: DoneForm = { place, name: task?.name ?? '', day: typeof day === 'string' ? day : null }
  return { form, ref }
}

function gone(): Problem {
  return new Problem('form_unreadable', 'This form can no longer be read. Close it and click again.')
}

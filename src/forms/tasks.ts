import { aimFormOf, redrawTask } from '../actions/tasks.ts'
import { doneModal as savedModal } from '../blocks/forms/modal.ts'
import {
  aimCallbackId,
  aimModal,
  aimTitle,
  alreadyDoneModal,
  type DoneForm,
  doneCallbackId,
  markDoneModal,
  parsePlace,
  readAgainId,
  type TaskFormPlace,
} from '../blocks/tasks/task-forms.ts'
import { aimNote, aimSentence } from '../blocks/tasks/task-state.ts'
import { listOf } from '../blocks/visibility/filter-form.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { withTimeout } from '../lib/async.ts'
import { nameKey, subredditFrom } from '../lib/strings.ts'
import { currentReference } from '../lib/telemetry.ts'
import { type FormValues, type Option, textIn, type ViewState } from '../model/form-values.ts'
import { dayIn } from '../model/question.ts'
import { idsOf } from '../model/recommendation.ts'
import type { Aim } from '../model/story.ts'
import type { Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { ownNames } from '../tasks/aims.ts'
import { type Form, type FormAnswer, readable } from './form.ts'
import { nameOptions } from './options.ts'

export const aimForm: Form = {
  callbackId: aimCallbackId,
  who: 'changers',
  about: (view) => placeIn(view).channel,
  submit: submitAim,
  again: async (view, problems, workspace) => {
    const form = await aimFormOf(workspace, placeIn(view))
    return aimModal({ ...form, aim: aimIn(view) }, problems)
  },
  suggest: async ({ typed, view }, workspace): Promise<readonly Option[]> => {
    const lists = await filterListsInTime(workspace, placeIn(view), listsWait.answeringForm)
    return nameOptions(lists?.brands ?? null, typed)
  },
  click: async (click, workspace) => {
    const { view, actionId, user, team } = click
    if (actionId !== readAgainId || !(await workspace.first(click))) return
    const place = placeIn(view)
    const { store, clock } = workspace
    await store.tasks.setAim({ team, ...place }, null, changeBy(user, place), clock.now())
    try {
      const form = await aimFormOf(workspace, place)
      await workspace.modals.update(view.id, aimModal({ ...form, draw: clock.now().epochMilliseconds }))
    } finally {
      await redrawTask(workspace, place, click)
    }
  },
}

async function submitAim(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { team, user, view } = submission
  const place = placeIn(view)
  const aim = aimIn(view)
  const errors = await errorsIn(aim, place, workspace)
  if (errors !== null) return { kind: 'errors', errors }
  await workspace.store.tasks.setAim({ team, ...place }, aim, changeBy(user, place), workspace.clock.now())
  const after = () => redrawTask(workspace, place, submission)
  // The message that was clicked then says it.
  if (place.privateAddress !== null) return { kind: 'close', after }
  const { filterNames } = await scopeAt(workspace, place)
  const saved = `Saved. ${aimSentence(aim, filterNames)} ${aimNote(aim)}`
  return { kind: 'show', view: savedModal(aimTitle, saved), after }
}

async function errorsIn(aim: Aim, place: TaskFormPlace, workspace: Workspace) {
  if (aim.subreddit !== null && subredditFrom(aim.subreddit) === null)
    return { subreddit: 'Enter one subreddit, such as r/crm.' }
  const { rival } = aim
  if (rival === null) return null
  const own = await withTimeout(workspace.clock, ownWithinMs, async () =>
    ownNames(workspace, await scopeAt(workspace, place)),
  )
  return own?.some((name) => nameKey(name) === nameKey(rival))
    ? { rival: 'This is your own brand. Choose a competitor, or none.' }
    : null
}

/** Slack waits three seconds for a form’s answer. */
const ownWithinMs = 1_500

const scopeAt = (workspace: Workspace, { channel }: TaskFormPlace) =>
  channelScope(workspace, { team: workspace.team, channel: channel ?? '' })

function changeBy(user: string, { channel, messageTs }: TaskFormPlace) {
  return { by: user, channel: channel ?? '', messageTs, reference: currentReference() }
}

function aimIn({ values }: ViewState): Aim {
  // Chosen from a menu, or typed.
  const list = (value: FormValues[string] = []) => (typeof value === 'string' ? listOf(value) : (value ?? []))
  const text = (field: string) => textIn(values, field).trim() || null
  const subreddit = text('subreddit')
  return {
    engines: list(values.engines),
    rival: text('rival'),
    topics: list(values.topics),
    subreddit: subredditFrom(subreddit ?? '') ?? subreddit,
  }
}

function placeIn(view: ViewState): TaskFormPlace {
  return readable(parsePlace(view.privateMetadata), ' and click again')
}

export const doneForm: Form = {
  callbackId: doneCallbackId,
  who: 'changers',
  about: (view) => placeIn(view).channel,
  submit: submitDone,
  again: async (view, problems, workspace) =>
    markDoneModal((await doneFormOf(view, workspace)).form, problems),
}

async function submitDone(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { user, view } = submission
  const { store, clock } = workspace
  const { form, ref } = await doneFormOf(view, workspace)
  const { place, name, day } = form
  const { timeZone } = await scopeAt(workspace, place)
  const today = dayIn(clock.now(), timeZone).toString()
  if (day === null) return { kind: 'errors', errors: { day: 'Choose a day.' } }
  if (day > today) return { kind: 'errors', errors: { day: 'Choose today or an earlier day.' } }
  const click = changeBy(user, place)
  const after = () => redrawTask(workspace, place, submission)
  const taskId = place.taskId ?? ''
  if (await store.tasks.markDone(ref, taskId, day, click, clock.now())) return { kind: 'close', after }
  const task = readable(await store.tasks.withId(ref, taskId), ' and click again')
  return {
    kind: 'show',
    view: alreadyDoneModal(name, {
      on: task.doneOn ?? day,
      by: task.doneBy ?? '',
      thisYear: Number(today.slice(0, 4)),
    }),
    after,
  }
}

async function doneFormOf(view: ViewState, { store, team }: Workspace) {
  const place = placeIn(view)
  const ref = { team, ...idsOf(place) }
  const task = await store.tasks.withId(ref, place.taskId ?? '')
  const form: DoneForm = { place, name: task?.name ?? '', day: textIn(view.values, 'day') || null }
  return { form, ref }
}

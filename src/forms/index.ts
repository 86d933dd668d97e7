import { loadingModal, problemModal } from '../blocks/forms/modal.ts'
import { Cache } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { Problem, report } from '../lib/problem.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import {
  type Click,
  type OptionsQuery,
  PostError,
  type Sender,
  type Submission,
  type SubmissionAnswer,
} from '../slack/port.ts'
import { isAboutMembership } from '../slack/receive/access.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import { accountsForm } from './accounts.ts'
import { chooseChannelForm, standingForm } from './channel-choice.ts'
import { connectForm, disconnectForm } from './connect.ts'
import { createDigestForm } from './digest.ts'
import { filterForm } from './filter.ts'
import type { Form } from './form.ts'
import { noteForm } from './note.ts'
import { setupForm } from './setup.ts'
import { aimForm, doneForm } from './tasks.ts'

/** Every modal with fields. A new one is one file and one line here. */
export const allForms = (): readonly Form[] => [
  setupForm,
  chooseChannelForm,
  accountsForm,
  filterForm,
  createDigestForm(),
  connectForm,
  disconnectForm,
  standingForm,
  doneForm,
  aimForm,
  noteForm,
]

/** Prefix of the action ids of form elements; all others are the codec's. */
const formAction = /^sl\d{1,6}\.form\./

/** For a repeated delivery: the first one got the answer, perhaps on another replica. */
const alreadySubmitted = {
  sentence:
    'This form was already sent, so nothing was done twice. Check whether it was saved; if not, open it again and resend it.',
  reference: null,
}

/** Routes submissions, clicks and queries to their forms, once the person may use the form for the channel it is about. */
export function createForms(forms: readonly Form[] = allForms()) {
  const byId = new Map(forms.map((form) => [form.callbackId, form]))
  /** The newest click or submission in each open form, by its trigger id. */
  const newest = new Cache<string>({ clock: systemClock, ttlMs: 60 * 60_000, max: 1_000 })
  const formOf = (callbackId: string): Form => {
    const form = byId.get(callbackId)
    if (form === undefined)
      throw new Problem(
        'form_unknown',
        'This form is from another version of Sightline. Close it and open it again with its command.',
      )
    return form
  }
  const permitted = async <T extends Sender & { readonly view: ViewState }>(
    form: Form,
    asker: T,
    { access }: Workspace,
  ): Promise<T> => {
    const channel = form.about(asker.view)
    const { team, user, outside } = asker
    await access.require(form.who, { team, user, outside, channel }, form.callbackId)
    return channel === null ? asker : { ...asker, presence: { channel, isMember: true } }
  }

  /** The form with the entered values and the error; for an unknown form, only the error. */
  const redisplay = async (
    error: unknown,
    view: ViewState,
    { team, user }: Placed<Sender>,
    workspace: Workspace,
  ): Promise<ModalView> => {
    const { log } = workspace
    const fields = { team, user, action: view.callbackId }
    const notice = report(log, 'a form could not be answered', error, fields)
    const form = byId.get(view.callbackId)
    const isShown = !isAboutMembership(error) || form?.choosesChannel === true
    if (form === undefined || !isShown) return problemModal('Sightline', notice)
    try {
      return await form.again(view, { notice }, workspace)
    } catch (failure) {
      log.error('a form could not be shown again', { ...fields, reference: notice.reference, error: failure })
      return problemModal('Sightline', notice)
    }
  }

  return {
    /** Whether an element belongs to one of the forms. */
    owns: ({ callbackId }: ViewState, actionId: string) => byId.has(callbackId) && formAction.test(actionId),
    /**
     * Errors are shown in the form, above the entered values.
     * @param identified resolves with the click once the person is identified
     */
    click: async (
      view: ViewState,
      placed: Placed<Click>,
      workspace: Workspace,
      identified: () => Promise<Click>,
    ) => {
      const { triggerId, team, user, actionId } = placed
      newest.set(view.id, triggerId)
      const isNewest = () => newest.get(view.id) === triggerId
      try {
        const form = formOf(view.callbackId)
        const asked = async () => permitted(form, { ...(await identified()), view }, workspace)
        const onTop = form.onTop?.({ actionId, view }) ?? null
        if (onTop === null) {
          const click = await asked()
          return await form.click?.(click, workspace, isNewest)
        }
        const content = async () => onTop.content(await asked(), workspace, isNewest)
        const fields = { team, user, action: actionId }
        await workspace.modals.show({ triggerId, onTop: true }, loadingModal(onTop.title), content, fields)
      } catch (error) {
        // The person has closed the modal.
        if (error instanceof PostError && error.code === 'not_found') return
        const again = await redisplay(error, view, placed, workspace)
        if (isNewest()) await workspace.modals.update(view.id, again)
      }
    },
    /** Never rejects: every submission gets an answer. */
    submit: async (submission: Submission, workspace: Workspace): Promise<SubmissionAnswer> => {
      newest.set(submission.view.id, submission.triggerId)
      try {
        const form = formOf(submission.view.callbackId)
        if (form.who !== 'readers' && !(await workspace.first(submission)))
          return { kind: 'show', view: problemModal('Sightline', alreadySubmitted) }
        const asked = await permitted(form, submission, workspace)
        const result = await form.submit(asked, workspace)
        if (result.kind !== 'errors') return result
        return { ...result, again: await form.again(asked.view, { errors: result.errors }, workspace) }
      } catch (error) {
        return { kind: 'show', view: await redisplay(error, submission.view, submission, workspace) }
      }
    },
    /** Options of a form's menu for the typed text. */
    suggest: async (query: OptionsQuery, workspace: Workspace): Promise<readonly Option[]> => {
      const { view } = query
      if (view === null) return []
      const form = formOf(view.callbackId)
      const asked = await permitted(form, { ...query, view }, workspace)
      return (await form.suggest?.(asked, workspace)) ?? []
    },
  }
}

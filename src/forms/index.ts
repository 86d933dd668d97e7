import type { ModalView } from '../blocks/kit/message.ts'
import { problemModal } from '../blocks/kit/modal.ts'
import { Problem, report } from '../lib/problem.ts'
import {
  type Click,
  type Option,
  type OptionsQuery,
  type Outside,
  PostError,
  type Submission,
  type SubmissionAnswer,
  type ViewState,
} from '../slack/port.ts'
import type { IsFirstDelivery } from '../slack/receive/idempotency.ts'
import type { Permissions } from '../slack/receive/permission.ts'
import { createAccountsForm } from './accounts.ts'
import { chooseChannelForm } from './choose-channel.ts'
import { connectForm } from './connect.ts'
import { digestForm } from './digest.ts'
import { disconnectForm } from './disconnect.ts'
import { filterForm } from './filter.ts'
import type { Form, FormDeps } from './form.ts'
import { setupForm } from './setup.ts'

/** Every modal with fields. A new one is one file and one line here. */
const allForms = (): readonly Form[] => [
  setupForm,
  chooseChannelForm,
  createAccountsForm(),
  filterForm,
  digestForm,
  connectForm,
  disconnectForm,
]

export interface Forms {
  /** Whether a click was made inside one of the forms, on an element of its own. */
  owns(click: Click): boolean
  /** Never rejects for what went wrong in the form: the person reads it there, above what they entered. */
  click(click: Click): Promise<void>
  /** Total: whatever comes back from whichever modal, there is an answer. */
  submit(submission: Submission): Promise<SubmissionAnswer>
  suggest(query: OptionsQuery): Promise<readonly Option[]>
}

interface Asker {
  readonly team: string
  readonly user: string
  readonly outside: Outside
}

/** Element ids of the forms' own elements start so; all others are the codec's. */
const ownAction = /^sl\d{1,6}\.form\./

/** What became of it the first time is told where it was sent the first time; here nobody knows it. */
const sentBefore = () =>
  problemModal(
    'Sightline',
    'This form has arrived here before, so nothing is done a second time. Look whether it was saved: if it was not, open it again and send it anew.',
    null,
  )

/** Brings what comes back from a modal to its form, once the person is allowed to use it. */
export function createForms(
  deps: FormDeps & { readonly access: Permissions; readonly first: IsFirstDelivery },
  forms: readonly Form[] = allForms(),
): Forms {
  const byId = new Map(forms.map((form) => [form.callbackId, form]))
  const formOf = (callbackId: string): Form => {
    const form = byId.get(callbackId)
    if (form === undefined)
      throw new Problem(
        'form_unknown',
        'This form was made by another version of Sightline. Close it, and open it again with its command.',
      )
    return form
  }
  const required = async (asker: Asker, view: ViewState | null, channel: string | null): Promise<Form> => {
    const form = formOf(view?.callbackId ?? '')
    await deps.access.require(form.who, { ...asker, channel }, form.callbackId)
    return form
  }

  /** The form as the person left it, with what went wrong in words; without a form of that name, only the words. */
  const told = async (error: unknown, view: ViewState, { team, user }: Asker): Promise<ModalView> => {
    const fields = { team, user, action: view.callbackId }
    const { sentence, reference, ask } = report(deps.log, 'a form could not be answered', error, fields)
    const form = byId.get(view.callbackId)
    if (form === undefined) return problemModal('Sightline', sentence, reference, ask)
    try {
      return await form.again(view, { sentence, reference, ask }, deps)
    } catch (failure) {
      deps.log.error('a form could not be shown again', { ...fields, reference, error: failure })
      return problemModal('Sightline', sentence, reference, ask)
    }
  }

  return {
    owns: ({ view, actionId }) => view !== null && byId.has(view.callbackId) && ownAction.test(actionId),
    click: async (click) => {
      if (click.view === null) return
      try {
        const form = await required(click, click.view, click.channel)
        await form.click?.(click, deps)
      } catch (error) {
        // The person has closed the modal meanwhile.
        if (error instanceof PostError && error.code === 'not_found') return
        await deps.modals.update(click.view.id, await told(error, click.view, click))
      }
    },
    submit: async (submission) => {
      try {
        const { who } = formOf(submission.view.callbackId)
        if (who !== 'readers' && !(await deps.first(submission))) return { kind: 'show', view: sentBefore() }
        const form = await required(submission, submission.view, null)
        return await form.submit(submission, deps)
      } catch (error) {
        return { kind: 'show', view: await told(error, submission.view, submission) }
      }
    },
    suggest: async (query) => {
      const form = await required(query, query.view, null)
      return (await form.suggest?.(query, deps)) ?? []
    },
  }
}

import { ApiError } from '../api/errors.ts'
import type { PlatformAccount, PostOutcome } from '../api/index.ts'
import {
  type AccountField,
  type AccountsForm,
  accountsCallbackId,
  accountsConnected,
  accountsModal,
  readAccountsForm,
} from '../blocks/settings/accounts-form.ts'
import { withOutcome } from '../lib/problem.ts'
import { currentReference } from '../lib/telemetry.ts'
import type { ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import type { Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { auditEntry, singleUse } from '../store/index.ts'
import { type Form, type FormAnswer, readable } from './form.ts'

/** How long a submission is recorded; nobody leaves a modal open for longer. */
const keyHours = 24

/** Sent once, however often its button is pressed, on any replica. After an unknown outcome: "Send again". */
export const accountsForm: Form = {
  callbackId: accountsCallbackId,
  who: 'changers',
  about: (view) => formOf(view).channel,
  submit: async (submission, workspace) => {
    const form = formOf(submission.view)
    const errors = missingIn(form)
    if (Object.keys(errors).length > 0) return { kind: 'errors', errors }
    const { idempotencyKeys } = workspace.store
    const now = workspace.clock.now()
    const key = singleUse('accounts', submission.team, submission.view.id, String(form.unanswered))
    if (!(await idempotencyKeys.use(key, now.add({ hours: keyHours }), now)))
      return { kind: 'show', view: sentBefore(form) }
    return connect(form, submission, workspace).catch(async (error: unknown) => {
      // Nothing is connected, so the form may be corrected and sent again.
      await idempotencyKeys
        .release(key)
        .catch((failure: unknown) =>
          workspace.log.error('a refused accounts form could not be released', { error: failure }),
        )
      return refusal(form, error)
    })
  },
  again: (view, problems) => accountsModal(formOf(view), problems),
}

/** It is being sent, or its answer is unknown here. */
function sentBefore(form: AccountsForm): ModalView {
  const sentence = 'This form was already sent, and its answer is unknown. Nothing was sent again.'
  const unanswered = { ...form, unanswered: form.unanswered + 1, reference: null }
  return accountsModal(unanswered, { notice: { sentence, reference: null } })
}

/** Rejects if the account isn't connected. */
async function connect(
  form: AccountsForm,
  submission: Submission,
  workspace: Workspace,
): Promise<FormAnswer> {
  const reference = currentReference()
  const by = { ...submission, channel: form.channel }
  const record = (outcome: string, detail: Readonly<Record<string, unknown>>) =>
    workspace.store.audit.record(
      auditEntry(by, 'accounts.connect', form.scope.workspaceId, outcome, detail),
      workspace.clock.now(),
    )
  // The person must learn the outcome even if it can't be recorded.
  const recordAfter = (outcome: string, detail: Readonly<Record<string, unknown>>) =>
    record(outcome, detail).catch((error: unknown) =>
      workspace.log.error('the result of connecting accounts could not be audited', {
        team: submission.team,
        reference,
        error,
      }),
    )
  const { id, platform_integration_id, name } = form.account
  const accounts = [
    { id: id.trim(), platform_integration_id: platform_integration_id.trim(), name: name.trim() },
  ]
  // Before the request, so that the audit shows it even if a crash interrupts it.
  await record('sending', { accounts })

  let answer: PostOutcome<readonly PlatformAccount[]>
  try {
    answer = await workspace.api.createPlatformAccounts(form.scope, accounts)
  } catch (error) {
    await recordAfter('refused', { code: error instanceof ApiError ? error.code : 'internal' })
    throw error
  }
  if (answer.outcome === 'done') {
    await recordAfter('connected', { accounts: answer.value.map(({ id }) => id) })
    return { kind: 'show', view: accountsConnected(form, answer.value) }
  }
  await recordAfter('unknown', { code: answer.error.code })
  const { code } = answer.error
  workspace.log.warn('connecting accounts has an unknown outcome', {
    team: submission.team,
    user: submission.user,
    reference,
    code,
    error: answer.error,
  })
  return { kind: 'show', view: accountsModal({ ...form, unanswered: form.unanswered + 1, reference }) }
}

/** Nothing was connected. The service's issues are shown at their fields, the others above them. */
function refusal(form: AccountsForm, error: unknown): FormAnswer {
  const { errors, rest } = serviceErrors(error)
  const none =
    form.unanswered === 0 ? 'The account wasn’t connected' : 'This time the account wasn’t connected'
  const problem = withOutcome(error, `${none}; what you entered is below.`)
  if (Object.keys(errors).length === 0) throw problem
  if (rest.length === 0) return { kind: 'errors', errors }
  const sentence = `The analytics service rejected this: ${rest.join('; ')}. ${none}.`
  return { kind: 'show', view: accountsModal(form, { errors, notice: { sentence, reference: null } }) }
}

function formOf({ privateMetadata, values }: ViewState): AccountsForm {
  return readable(readAccountsForm(privateMetadata, values), ', and type /sightline accounts again')
}

type FieldErrors = Readonly<Record<string, string>>

const missing: Readonly<Record<AccountField, string>> = {
  id: 'Enter the account’s id on its platform.',
  platform_integration_id: 'Enter the integration’s id, as shown in the console.',
  name: 'Enter a name for the account.',
}

/** Checks without the service. The client checks lengths. */
function missingIn({ account }: AccountsForm): FieldErrors {
  return Object.fromEntries(
    Object.entries(missing).filter(([field]) => account[field as AccountField].trim() === ''),
  )
}

/** Maps the service's issues, at paths such as `body.accounts.0.name`, to fields. `rest`: issues about no field. */
function serviceErrors(error: unknown): { readonly errors: FieldErrors; readonly rest: readonly string[] } {
  const errors: Record<string, string> = {}
  const rest: string[] = []
  const details =
    error instanceof ApiError && (error.code === 'validation' || error.code === 'invalid_request')
      ? error.details
      : []
  for (const { path, msg } of details) {
    const [, field = 'id'] = /(?:^|\.)accounts\.0(?:\.(\w+))?$/.exec(path) ?? [path, '']
    if (Object.hasOwn(missing, field)) errors[field] ??= `The analytics service rejected this: ${msg}`
    else rest.push(`${path}: ${msg}`)
  }
  return { errors, rest }
}

/** The form that connects a platform account. */

import * as z from 'zod'
import type { PlatformAccount, PlatformAccountInput, WorkspaceScope } from '../../api/index.ts'
import { type FormValues, textIn } from '../../model/form-values.ts'
import type { ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import { type FormProblems, formModal, modalState, type Notice, resultModal } from '../forms/modal.ts'
import { bold, code, type Line, oneLine, richText } from '../kit/text.ts'

export const accountsTitle = 'Connect an account'
export const accountsCallbackId = 'sl1.accounts'

export function accountsModal(
  form: AccountsForm,
  { errors = {}, notice = null }: FormProblems<AccountField> = {},
): ModalView {
  const { account, ...kept } = form
  const { workspaceName, unanswered } = kept
  const field = (id: AccountField, label: string, placeholder: string) => ({
    ...{ id, label, placeholder },
    value: account[id],
    error: errors[id] ?? null,
  })
  return formModal(
    {
      title: accountsTitle,
      submit: unanswered > 0 ? 'Send again' : 'Connect',
      callbackId: accountsCallbackId,
      metadata: state.write(kept),
      notice: doubt(notice, form),
    },
    [
      richText([
        ['Connect a platform account to the workspace ', bold(oneLine(workspaceName, 200, '(unnamed)')), '.'],
      ]),
      textField({ ...field('id', 'External account id', 'The account’s id on its platform'), most: 255 }),
      textField(
        field(
          'platform_integration_id',
          'Platform integration id',
          'From the console, where you set up the platform',
        ),
      ),
      textField({ ...field('name', 'Name', 'What your team calls the account'), most: 255 }),
    ],
  )
}

/**
 * It may be unknown whether the account exists, and only a person can find out. A new problem doesn't say it either, so
 * the doubt stays.
 */
function doubt(notice: Notice | null, form: AccountsForm): Notice | null {
  if (form.unanswered === 0) return notice
  const workspace = oneLine(form.workspaceName, 100, 'the workspace')
  const sentence = `The analytics service didn’t confirm this account. Check the platform accounts of “${workspace}” in the console. If it is there, cancel. If not, choose “Send again”. Nothing is resent automatically.`
  if (notice === null) return { sentence, reference: form.reference }
  return { ...notice, sentence: `${notice.sentence}\n${sentence}` }
}

/** The fields, called as the service calls them (specification, part 2.2). */
export type AccountField = keyof PlatformAccountInput

const state = modalState(
  z
    .object({
      channel: z.string(),
      /** Where the account goes: as it was when the form was opened, and as the form says. */
      scope: z.object({ organizationId: z.string(), workspaceId: z.string() }).readonly(),
      workspaceName: z.string().transform((name) => oneLine(name, 100, 'this workspace')),
      /** How many times it was sent with an unknown outcome. */
      unanswered: z.int(),
      /** Finds the last of those attempts in the log. */
      reference: z.string().nullable(),
    })
    .readonly(),
)

export interface AccountsForm extends NonNullable<ReturnType<typeof state.read>> {
  /** As typed. */
  readonly account: PlatformAccountInput
}

export function emptyAccountsForm(
  channel: string,
  { organizationId, workspaceId }: WorkspaceScope,
  workspaceName: string,
): AccountsForm {
  const scope = { organizationId, workspaceId }
  const account = { id: '', platform_integration_id: '', name: '' }
  return { channel, scope, workspaceName, account, unanswered: 0, reference: null }
}

/** The form as Slack sends it back; `null`: it can't be read. */
export function readAccountsForm(metadata: string, values: FormValues): AccountsForm | null {
  const stored = state.read(metadata)
  const account = {
    id: textIn(values, 'id'),
    platform_integration_id: textIn(values, 'platform_integration_id'),
    name: textIn(values, 'name'),
  }
  return stored && { ...stored, account }
}

/** @param connected as the service lists it */
export function accountsConnected(
  form: AccountsForm,
  connected: readonly Pick<PlatformAccount, 'name' | 'platform_account_id'>[],
): ModalView {
  const workspace = oneLine(form.workspaceName, 200, 'the workspace')
  const [account] = connected
  const lines: Line[] =
    account === undefined
      ? [
          [bold(`The service lists no account for ${workspace}.`)],
          ['Check in the console before you send it again.'],
        ]
      : [
          [
            bold(`Connected ${oneLine(account.name ?? form.account.name, 90, '(unnamed)')} to ${workspace}.`),
            ' ',
            code(oneLine(account.platform_account_id ?? form.account.id, 90, '–')),
          ],
          ['Find it in the console, under the workspace’s platform accounts.'],
        ]
  return resultModal(accountsTitle, lines)
}

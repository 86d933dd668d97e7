/** The form that connects platform accounts, with a group of fields for each. */
import type { Button, SectionBlock } from '@slack/types'
import type { Block, ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import { formModal, type Notice } from '../forms/modal.ts'
import { context, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import {
  type AccountPart,
  type AccountRow,
  type AccountsForm,
  accountFieldId,
  accountsMetadata,
  maxAccounts,
} from './accounts-form-state.ts'

export const accountsTitle = 'Connect accounts'
export const accountsCallbackId = 'sl1.accounts'
export const addAccountId = 'sl1.form.add_account'
export const removeAccountId = 'sl1.form.remove_account'

/** @param problems errors at single fields, by block id, and a notice about the whole form */
export function accountsModal(
  form: AccountsForm,
  problems: { readonly errors?: Readonly<Record<string, string>>; readonly notice?: Notice | null } = {},
): ModalView {
  const { rows, workspaceName, unanswered } = form
  const errors = problems.errors ?? {}
  return formModal(
    {
      title: accountsTitle,
      submit: unanswered > 0 ? 'Send again' : 'Connect',
      callbackId: accountsCallbackId,
      metadata: accountsMetadata(form),
      notice: withDoubt(problems.notice ?? null, form),
    },
    [
      richText([
        [
          'Connect platform accounts to the workspace ',
          { text: oneLine(workspaceName, 200, '(unnamed)'), style: 'bold' },
          '. All are sent at once.',
        ],
      ]),
      ...rows.flatMap((row, index) => rowBlocks(row, index + 1, rows.length > 1, errors)),
      rows.length < maxAccounts
        ? { type: 'actions', block_id: 'account_add', elements: [rowButton('Add another', addAccountId)] }
        : context(
            `A form takes up to ${counted(maxAccounts, 'account')}. Connect these, then open it again.`,
          ),
    ],
  )
}

/** It is unknown whether the accounts exist, and only a person can find out. */
function doubt({ unanswered, reference, workspaceName }: AccountsForm): Notice | null {
  if (unanswered === 0) return null
  return {
    sentence: `The analytics service didn’t confirm these accounts. Check the platform accounts of “${oneLine(workspaceName, 100, 'the workspace')}” in the console. If all are there, cancel. If not, remove here those that are, then choose “Send again”. Nothing is resent automatically.`,
    reference,
  }
}

/** A new problem doesn't say whether the accounts that were sent before exist, so the doubt stays. */
function withDoubt(notice: Notice | null, form: AccountsForm): Notice | null {
  const doubted = doubt(form)
  if (notice === null || doubted === null) return notice ?? doubted
  return { ...notice, sentence: `${notice.sentence}\n${doubted.sentence}` }
}

function rowBlocks(
  { serial, id, integration, name }: AccountRow,
  number: number,
  removable: boolean,
  errors: Readonly<Record<string, string>>,
): readonly Block[] {
  const field = (part: AccountPart, label: string, placeholder: string, value: string) => {
    const blockId = accountFieldId(serial, part)
    return { id: blockId, label, placeholder, value, error: errors[blockId] ?? null }
  }
  const heading: SectionBlock = {
    type: 'section',
    block_id: `account_${serial}`,
    text: plainText(`Account ${number}`, limits.text),
    ...(removable
      ? {
          accessory: {
            ...rowButton('Remove', removeAccountId),
            value: String(serial),
            accessibility_label: `Remove account ${number}`,
          },
        }
      : {}),
  }
  return [
    heading,
    textField({
      ...field('id', 'External account id', 'The account’s id on its platform', id),
      most: 255,
    }),
    textField(
      field(
        'integration',
        'Platform integration id',
        'From the console, where you set up the platform',
        integration,
      ),
    ),
    textField({ ...field('name', 'Name', 'What your team calls the account', name), most: 255 }),
  ]
}

function rowButton(label: string, actionId: string): Button {
  return { type: 'button', text: plainText(label, limits.button.text), action_id: actionId }
}

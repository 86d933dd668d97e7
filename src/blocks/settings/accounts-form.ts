/** The form that connects platform accounts, with a group of fields for each. */

import type { SectionBlock } from '@slack/types'
import * as z from 'zod'
import type { PlatformAccount, WorkspaceScope } from '../../api/index.ts'
import type { FormValues } from '../../model/form-values.ts'
import type { Block, Message, ModalView } from '../../model/message.ts'
import { textField } from '../forms/fields.ts'
import {
  type FormProblems,
  formButton,
  formModal,
  modalState,
  type Notice,
  resultModal,
} from '../forms/modal.ts'
import { context, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted, names } from '../kit/numbers.ts'
import { problemMessage } from '../kit/problem.ts'
import { bold, code, type Line, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export const accountsTitle = 'Connect accounts'
export const accountsCallbackId = 'sl1.accounts'
export const addAccountId = 'sl1.form.add_account'
export const removeAccountId = 'sl1.form.remove_account'

export function accountsModal(
  form: AccountsForm,
  { errors = {}, notice = null }: FormProblems = {},
): ModalView {
  const { rows, workspaceName, unanswered } = form
  return formModal(
    {
      title: accountsTitle,
      submit: unanswered > 0 ? 'Send again' : 'Connect',
      callbackId: accountsCallbackId,
      metadata: accountsMetadata(form),
      notice: withDoubt(notice, form),
    },
    [
      richText([
        [
          'Connect platform accounts to the workspace ',
          bold(oneLine(workspaceName, 200, '(unnamed)')),
          '. All are sent at once.',
        ],
      ]),
      ...rows.flatMap((row, index) => rowBlocks(row, index + 1, rows.length > 1, errors)),
      rows.length < maxAccounts
        ? { type: 'actions', block_id: 'account_add', elements: [formButton('Add another', addAccountId)] }
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
  errors: Readonly<Partial<Record<string, string>>>,
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
            ...formButton('Remove', removeAccountId, {
              value: String(serial),
              about: `Remove account ${number}`,
            }),
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

/** One account, as typed. */
export interface AccountRow {
  /** Stays with the row, so that its fields keep their values when other rows are added or removed. */
  readonly serial: number
  /** The account's id on its advertising platform. */
  readonly id: string
  readonly integration: string
  readonly name: string
}

export type AccountPart = Exclude<keyof AccountRow, 'serial'>

const storedForm = z
  .object({
    channel: z.string(),
    /** Where the accounts go: as it was when the form was opened, and as the form says. */
    scope: z.object({ organizationId: z.string(), workspaceId: z.string() }).readonly(),
    workspaceName: z.string().transform((name) => oneLine(name, 100, 'this workspace')),
    /** Of the rows, whose fields Slack keeps. */
    serials: z.array(z.int()).min(1).readonly(),
    /** The next row's serial. No serial is used twice. */
    next: z.int(),
    /** How many times it was sent with an unknown outcome. */
    unanswered: z.int(),
    /** Finds the last of those attempts in the log. */
    reference: z.string().nullable(),
  })
  .readonly()
const state = modalState(storedForm)

export interface AccountsForm extends Omit<z.infer<typeof storedForm>, 'serials'> {
  readonly rows: readonly AccountRow[]
}

/** As many as fit in a modal: a heading and three fields each, plus up to four other blocks. */
export const maxAccounts = Math.floor((limits.modal.blocks - 4) / 4)

/** The block id of one of a row's fields. */
export function accountFieldId(serial: number, part: AccountPart): string {
  return `account_${serial}_${part}`
}

export function emptyAccountsForm(
  channel: string,
  scope: WorkspaceScope,
  workspaceName: string,
): AccountsForm {
  const { organizationId, workspaceId } = scope
  return withRow({
    channel,
    scope: { organizationId, workspaceId },
    workspaceName,
    rows: [],
    next: 1,
    unanswered: 0,
    reference: null,
  })
}

export function withRow(form: AccountsForm): AccountsForm {
  if (form.rows.length >= maxAccounts) return form
  const row = { serial: form.next, id: '', integration: '', name: '' }
  return { ...form, rows: [...form.rows, row], next: form.next + 1 }
}

/** The form as Slack sends it back; `null`: it can't be read. */
export function readAccountsForm(metadata: string, values: FormValues): AccountsForm | null {
  const stored = state.read(metadata)
  if (stored === null) return null
  const { serials, ...form } = stored
  const typedIn = (serial: number, part: AccountPart) => {
    const value = values[accountFieldId(serial, part)]
    return typeof value === 'string' ? value : ''
  }
  const rows = serials.map((serial) => ({
    serial,
    id: typedIn(serial, 'id'),
    integration: typedIn(serial, 'integration'),
    name: typedIn(serial, 'name'),
  }))
  return { ...form, rows }
}

const accountsMetadata = ({ rows, ...form }: AccountsForm): string =>
  state.write({ ...form, serials: rows.map(({ serial }) => serial) })

export function accountsConnected(
  form: AccountsForm,
  connected: readonly Pick<PlatformAccount, 'name' | 'platform_account_id'>[],
): ModalView {
  const sent = form.rows.length
  const amount = counted(connected.length, 'account')
  const workspace = oneLine(form.workspaceName, 200, 'the workspace')
  const lines: Line[] = [
    [bold(`Connected ${amount} to ${workspace}.`)],
    ...connected
      .slice(0, maxAccounts)
      .map(({ name, platform_account_id: id }): Span[] => [
        `• ${oneLine(name ?? '', 90, '(unnamed)')}`,
        ...(id === null ? [] : [' ', code(oneLine(id, 90, '–'))]),
      ]),
  ]
  if (connected.length > maxAccounts)
    lines.push([`${counted(connected.length - maxAccounts, 'more account')} not shown.`])
  if (connected.length !== sent)
    lines.push([
      `You sent ${counted(sent, 'account')}. Check in the console which are there before you send any again.`,
    ])
  lines.push(['Find them in the console, under the workspace’s platform accounts.'])
  return resultModal(accountsTitle, lines)
}

/** The same doubt as in the form, for a person who may have closed it. */
export function accountsUnconfirmed({ rows, workspaceName, reference }: AccountsForm): Message {
  const accounts = names(
    rows.map(({ name }) => `“${oneLine(name, 50, 'Unnamed')}”`),
    5,
  )
  return problemMessage({
    sentence: `The analytics service didn’t confirm ${counted(rows.length, 'account')} for “${oneLine(workspaceName, 100, 'the workspace')}” (${accounts}), so they may not be connected. Check the workspace’s platform accounts in the console before you send them again.`,
    reference,
  })
}

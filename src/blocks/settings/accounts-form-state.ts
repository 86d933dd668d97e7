/** The state of the accounts form, and how it is stored in the modal and read again. */
import * as z from 'zod'
import type { WorkspaceScope } from '../../api/index.ts'
import type { FormValues } from '../../model/form-values.ts'
import { modalState } from '../forms/modal-state.ts'
import { limits } from '../kit/limits.ts'
import { oneLine } from '../kit/text.ts'

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

export const accountsMetadata = ({ rows, ...form }: AccountsForm): string =>
  state.write({ ...form, serials: rows.map(({ serial }) => serial) })

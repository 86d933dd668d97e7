/** The state of the accounts form, and how it is stored in the modal and read again. */
import type { WorkspaceScope } from '../../api/index.ts'
import type { FormValues } from '../../model/form-values.ts'
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

export interface AccountsForm {
  readonly channel: string
  /** Where the accounts go: as it was when the form was opened, and as the form says. */
  readonly scope: WorkspaceScope
  readonly workspaceName: string
  readonly rows: readonly AccountRow[]
  /** The next row's serial. No serial is used twice. */
  readonly next: number
  /** How many times it was sent with an unknown outcome. */
  readonly unanswered: number
  /** Finds the last of those attempts in the log. */
  readonly reference: string | null
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
  try {
    const { c, o, w, n, r, x, u, f } = JSON.parse(metadata)
    const serials: unknown[] = Array.isArray(r) ? r : []
    const typedValue = (serial: number, part: AccountPart) => {
      const value = values[accountFieldId(serial, part)]
      return typeof value === 'string' ? value : ''
    }
    const texts = [c, o, w, n].every((value) => typeof value === 'string')
    if (!texts || typeof x !== 'number' || typeof u !== 'number' || serials.length === 0) return null
    const rows = serials.map(Number).map((serial) => ({
      serial,
      id: typedValue(serial, 'id'),
      integration: typedValue(serial, 'integration'),
      name: typedValue(serial, 'name'),
    }))
    return {
      channel: c,
      scope: { organizationId: o, workspaceId: w },
      workspaceName: n,
      rows,
      next: x,
      unanswered: u,
      reference: typeof f === 'string' ? f : null,
    }
  } catch {
    return null
  }
}

/** Stored in the modal’s `private_metadata`. */
export function accountsMetadata({
  channel,
  scope,
  workspaceName,
  rows,
  next,
  unanswered,
  reference,
}: AccountsForm) {
  return JSON.stringify({
    c: channel,
    o: scope.organizationId,
    w: scope.workspaceId,
    n: oneLine(workspaceName, 100, scope.workspaceId),
    r: rows.map(({ serial }) => serial),
    x: next,
    u: unanswered,
    f: reference,
  })
}

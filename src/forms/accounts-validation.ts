import { ApiError } from '../api/errors.ts'
import type { PlatformAccountInput } from '../api/index.ts'
import { type AccountPart, type AccountRow, accountFieldId } from '../blocks/settings/accounts-form-state.ts'

/** Sentences by block id. */
type FieldErrors = Readonly<Record<string, string>>

const parts = ['id', 'integration', 'name'] as const satisfies readonly AccountPart[]

/** A row's fields by their names in the service (specification, part 2.2). */
const partOf: ReadonlyMap<string, AccountPart> = new Map([
  ['id', 'id'],
  ['platform_integration_id', 'integration'],
  ['name', 'name'],
])

const missing: Readonly<Record<AccountPart, string>> = {
  id: 'Enter the account’s id on its platform.',
  integration: 'Enter the integration’s id, as shown in the console.',
  name: 'Enter a name for the account.',
}

export function accountInputs(rows: readonly AccountRow[]): readonly PlatformAccountInput[] {
  return rows.map(({ id, integration, name }) => ({
    id: id.trim(),
    platform_integration_id: integration.trim(),
    name: name.trim(),
  }))
}

/** Checks without the service: missing and repeated values. The client checks lengths. */
export function rowErrors(rows: readonly AccountRow[]): FieldErrors {
  const errors: Record<string, string> = {}
  const firstRows = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    for (const part of parts)
      if (row[part].trim() === '') errors[accountFieldId(row.serial, part)] = missing[part]
    const account = JSON.stringify([row.id.trim(), row.integration.trim()])
    const earlier = firstRows.get(account)
    if (earlier === undefined) firstRows.set(account, index + 1)
    else errors[accountFieldId(row.serial, 'id')] ??= `Same as account ${earlier}. Remove one of them.`
  }
  return errors
}

/** Issues have paths such as `body.accounts.1.name`. @returns `rest`: issues about no field */
export function serviceErrors(
  error: unknown,
  rows: readonly AccountRow[],
): { readonly errors: FieldErrors; readonly rest: readonly string[] } {
  const errors: Record<string, string> = {}
  const rest: string[] = []
  const details =
    error instanceof ApiError && (error.code === 'validation' || error.code === 'invalid_request')
      ? error.details
      : []
  for (const { path, msg } of details) {
    const [, index = '', field = 'id'] = /(?:^|\.)accounts\.(\d+)(?:\.(\w+))?$/.exec(path) ?? []
    const row = index === '' ? undefined : rows[Number(index)]
    const part = partOf.get(field)
    if (row === undefined || part === undefined) rest.push(`${path}: ${msg}`)
    else errors[accountFieldId(row.serial, part)] ??= `The analytics service rejected this: ${msg}`
  }
  return { errors, rest }
}

import { ConfigError } from '../config/index.ts'

/** What was typed can't be used; the message says how it is typed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Runs a command for operators. It ends with exit code 0; with 1 when it failed, with 2 when it was typed wrongly or
 * the settings can't be used, and then says why in a line on standard error.
 */
export async function runCommand(work: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
  }
}

/** `1,234 rows in 12 tables (schema 4)`. */
export function contentInWords({
  tables,
  schema,
}: {
  readonly tables: readonly { readonly rows: number }[]
  readonly schema: number
}): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} in ${tables.length} tables (schema ${schema})`
}

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ApiError } from '../api/errors.ts'
import { ConfigError } from '../config/index.ts'
import type { BackupContent } from '../store/backup/file.ts'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Exit code 1 if it failed, 2 if arguments or settings are invalid; the reason is on standard error. */
export async function runCommand(work: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2))
  } catch (error) {
    const text =
      error instanceof ApiError ? error.userMessage : error instanceof Error ? error.message : error
    process.stderr.write(`${text}\n`)
    process.exitCode = error instanceof ConfigError || error instanceof UsageError ? 2 : 1
  }
}

/** @throws {UsageError} unless there is one argument, which is no option */
export function onlyArgument([only, ...more]: readonly string[], usage: string): string {
  if (only === undefined || only.startsWith('--') || more.length > 0) throw new UsageError(usage)
  return only
}

/** @returns `null`: `--help` was given, and the usage is printed @throws {UsageError} naming the wrong flag */
export function readFlags<const Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  flags: Flags,
  usage: string,
) {
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    return null
  }
  try {
    return parseArgs({ args: [...args], options: flags, allowNegative: true }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** `1,234 rows in 12 tables (schema 4)`. */
export function contentInWords({ tables, schema }: Pick<BackupContent, 'tables' | 'schema'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} in ${tables.length} tables (schema ${schema})`
}

import { sql, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { Table } from './tables.ts'

/** SQLite accepts 32,766 values in a statement, PostgreSQL 65,535. */
const valuesAtOnce = 30_000

/** Rows held in memory while copying. */
export const rowsAtOnce = 1_000

/** Inserts rows into a table of either engine. */
export async function insertRows(
  transaction: Transaction<Database>,
  { name, columns }: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const atOnce = Math.floor(valuesAtOnce / columns.length)
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`)
    await sql`INSERT INTO ${sql.table(name)} (${names}) VALUES ${sql.join(values)}`.execute(transaction)
  }
}

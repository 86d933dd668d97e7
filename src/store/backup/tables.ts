import type { DatabaseSync } from 'node:sqlite'
import { type Db, sql } from '../tables/sql.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
}

/** Sightline's tables in a SQLite file, each after the tables that it references. */
export function tablesOf(database: DatabaseSync): readonly Table[] {
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'sightline_schema')
  const list = (pragma: string, name: string, field: string) =>
    database
      .prepare(`SELECT DISTINCT ${field} AS value FROM ${pragma}(?)`)
      .all(name)
      .map(({ value }) => String(value))
  const ordered: string[] = []
  const add = (name: string) => {
    for (const other of list('pragma_foreign_key_list', name, '"table"')) if (other !== name) add(other)
    if (!ordered.includes(name)) ordered.push(name)
  }
  for (const name of names) add(name)
  const keyOf = (name: string) =>
    database
      .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .all(name)
      .map((column) => String(column.name))
  return ordered.map((name) => ({
    name,
    columns: list('pragma_table_info', name, 'name'),
    key: keyOf(name),
  }))
}

/** SQLite accepts 32,766 values in a statement, PostgreSQL 65,535. */
const valuesAtOnce = 30_000

/** Rows held in memory while copying. */
export const rowsAtOnce = 1_000

/** Inserts rows into a table of either engine. */
export async function insertRows(
  transaction: Db,
  { name, columns }: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const atOnce = Math.floor(valuesAtOnce / columns.length)
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`INSERT INTO ${sql.ref(name)} (${names}) VALUES ${sql.join(values)}`.execute(transaction)
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { tablesOf } from '../../../src/store/backup/file.ts'
import { openStore } from '../../../src/store/index.ts'

export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Every row of every table, in an order that does not depend on how it was stored. */
export function everyRow(database: DatabaseSync): Rows {
  return Object.fromEntries(
    tablesOf(database).map(({ name }) => {
      const rows = database.prepare(`SELECT * FROM "${name}"`).all()
      return [name, rows.map((row) => ({ ...row })).sort(byText)]
    }),
  )
}

/** Every row of a file. */
export function rowsIn(path: string): Rows {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return everyRow(database)
  } finally {
    database.close()
  }
}

/** Runs SQL on a file, which is created if it isn't there. */
export function onFile(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

/** A file of this version with a row in every table; those of the newest release are migrated. */
export async function filledFile(path: string): Promise<void> {
  onFile(path, newestSnapshot().sql)
  await (await openStore({ file: path })).close()
  const today = new DatabaseSync(path)
  fillEmpty(today)
  today.close()
}

const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

/** Returns the same rows; fails if a table has none, since nothing would be compared then. */
export function filled(rows: Rows): Rows {
  const empty = Object.entries(rows).filter(([, all]) => all.length === 0)
  expect(empty.map(([name]) => name)).toEqual([])
  return rows
}

const folder = new URL('../schemas/', import.meta.url)

/** The released schemas, as SQL with rows, oldest first. */
export function snapshots(): readonly { readonly version: number; readonly sql: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => Number(name.replace('.sql', '')))
    .sort((a, b) => a - b)
    .map((version) => ({ version, sql: readFileSync(new URL(`${version}.sql`, folder), 'utf8') }))
}

export const oldestSnapshot = () => snapshot(0)
export const newestSnapshot = () => snapshot(-1)

function snapshot(index: number) {
  const chosen = snapshots().at(index)
  if (chosen === undefined) throw new Error('there are no schemas: run npm run schema')
  return chosen
}

/** Puts a made-up row into each empty table, so that there is something to compare. */
export function fillEmpty(database: DatabaseSync): void {
  for (const { name } of tablesOf(database)) {
    const { rows } = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get() ?? {}
    if (rows !== 0) continue
    const values = database.prepare(`PRAGMA table_info("${name}")`).all().map(sampleValue)
    const row = { ...Object.fromEntries(values), ...referencedValues(database, name) }
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const places = columns.map(() => '?')
    database
      .prepare(`INSERT INTO "${name}" (${columns}) VALUES (${places})`)
      .run(...Object.values(row).map(storable))
  }
}

type Column = Readonly<Record<string, unknown>>

const sampleValue = ({ name, type }: Column): [string, unknown] => {
  const kind = String(type).toLowerCase()
  // A time that is compared with others.
  if (name === 'at') return [name, '2026-01-01T00:00:00.000Z']
  return [String(name), kind === 'integer' ? 1 : kind === 'text' ? `a ${name}` : 0.5]
}

/** The values of the columns that refer to the first row of another table. */
function referencedValues(database: DatabaseSync, name: string): Column {
  const links = database.prepare(`PRAGMA foreign_key_list("${name}")`).all()
  return Object.fromEntries(
    links.map(({ table, from, to }) => {
      const other = database.prepare(`SELECT "${to}" AS value FROM "${table}" LIMIT 1`).get()
      return [String(from), other?.value]
    }),
  )
}

const storable = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : String(value)

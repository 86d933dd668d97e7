import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { tablesOf } from '../../src/store/backup/file.ts'
import { openStore } from '../../src/store/index.ts'
import { everyRow, filled, onFile, type Rows, snapshots } from './backup/rows.ts'
import { folderForEachTest } from './own-folder.ts'

const folder = folderForEachTest()

async function opened(name: string, sql: string | null) {
  const file = join(folder.path, name)
  if (sql !== null) onFile(file, sql)
  await (await openStore({ file })).close()
  return new DatabaseSync(file)
}

/** Tables, columns and indexes, as the database describes them. */
function shape(database: DatabaseSync) {
  const described = tablesOf(database).map(({ name }) => {
    const list = (pragma: string) =>
      database
        .prepare(`SELECT * FROM ${pragma}(?)`)
        .all(name)
        .map(({ cid: _, seq: __, id: ___, ...row }) => JSON.stringify(row))
        .sort()
    return [
      name,
      {
        columns: list('pragma_table_info'),
        indexes: list('pragma_index_list'),
        keys: list('pragma_foreign_key_list'),
      },
    ]
  })
  const indexes = database
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    .all()
    .map(({ sql }) => sql)
  return { tables: Object.fromEntries(described), indexes }
}

/** The rows with the columns that both sides have. */
function comparable(rows: Rows, other: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => other[table] !== undefined)
      .map(([table, all]) => {
        const comparable = all.map((row) =>
          Object.fromEntries(
            Object.entries(row)
              .filter(([column]) => column in (other[table]?.[0] ?? {}))
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          ),
        )
        return [table, comparable.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]
      }),
  )
}

describe.each(snapshots())('released schema $version', ({ sql }) => {
  it('is migrated to the schema of a new database', async () => {
    const upgraded = await opened('upgraded.db', sql)
    const fresh = await opened('fresh.db', null)
    expect(shape(upgraded)).toEqual(shape(fresh))
    for (const database of [upgraded, fresh]) database.close()
  })

  it('keeps each row of each table', async () => {
    const old = new DatabaseSync(':memory:')
    old.exec(sql)
    const before = filled(everyRow(old))
    old.close()
    const database = await opened('upgraded.db', sql)
    const after = everyRow(database)
    database.close()
    expect(Object.keys(before).filter((table) => after[table] === undefined)).toEqual([])
    expect(comparable(after, before)).toEqual(comparable(before, after))
  })
})

/** What a database holds, read without the bot's code. */
import { query, type Row } from '../store/query.ts'

/** The primary keys of each table's rows. */
export type Keys = ReadonlyMap<string, ReadonlySet<string>>

/** Tables whose rows expire. */
const passing = ['used_states', 'paces']

export async function keysOf(databaseUrl: string): Promise<Keys> {
  const columns = await query(
    databaseUrl,
    `SELECT index.indrelid::regclass::text AS "table", attribute.attname AS name
      FROM pg_index AS index
      JOIN pg_attribute AS attribute
        ON attribute.attrelid = index.indrelid AND attribute.attnum = ANY (index.indkey)
      JOIN pg_class AS class ON class.oid = index.indrelid
      WHERE index.indisprimary AND class.relnamespace = current_schema()::regnamespace`,
  )
  const tables = Map.groupBy(columns, ({ table }) => String(table))
  const keys = new Map<string, ReadonlySet<string>>()
  for (const [table, named] of tables) {
    if (passing.includes(table)) continue
    const names = named.map(({ name }) => `"${name}"`).sort()
    const rows = await query(databaseUrl, `SELECT ${names} FROM ${table}`)
    keys.set(table, new Set(rows.map((row) => JSON.stringify(Object.values(row)))))
  }
  return keys
}

/** Rows that have disappeared. A removed table counts as moved: released-schemas.test.ts says where to. */
export function missing(before: Keys, after: Keys): readonly string[] {
  return [...before].flatMap(([table, keys]) => {
    const now = after.get(table)
    return now === undefined ? [] : [...keys].filter((key) => !now.has(key)).map((key) => `${table} ${key}`)
  })
}

export async function schemaOf(databaseUrl: string): Promise<number> {
  const [row] = await query(databaseUrl, 'SELECT version FROM sightline_schema')
  return Number(row?.version)
}

/** How the slots of digests ended. */
export function deliveriesOf(databaseUrl: string): Promise<readonly Row[]> {
  return query(databaseUrl, `SELECT channel_id, since AS slot, state FROM outbox WHERE kind = 'digest'`)
}

/** The parts of a large database's seed that differ between the two engines. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { query } from '../../test/store/query.ts'

export interface SeedSql {
  run(statement: string): Promise<void>
  columns(table: string): Promise<readonly string[]>
  /** A source of rows `number(n)`, from 0 to count − 1, for a `FROM` clause. */
  numbers(count: number): string
  /** The instant this many minutes (an expression) after another, as the store writes it. */
  at(from: Temporal.Instant, minutes: string): string
  /** A text for a number (an expression), in no order, like row ids. */
  scattered(number: string): string
  /** Runs after the last statement, so that no measurement waits for unfinished work of the seed. */
  settle(): Promise<void>
}

const text = (instant: Temporal.Instant) => instant.toString({ smallestUnit: 'millisecond' })
/** Knuth's multiplicative hash. */
const hash = (number: string) => `(((${number}) * 2654435761) % 4294967296)`

export function sqliteSql(file: string): SeedSql {
  const within = <Answer>(use: (raw: DatabaseSync) => Answer): Answer => {
    const raw = new DatabaseSync(file)
    try {
      return use(raw)
    } finally {
      raw.close()
    }
  }
  return {
    // A table's indexes fit in the cache, and nothing is written twice.
    run: async (statement) =>
      within((raw) =>
        raw.exec(
          `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; ${statement}`,
        ),
      ),
    columns: async (table) =>
      within((raw) =>
        raw
          .prepare('SELECT name FROM pragma_table_info(?)')
          .all(table)
          .map(({ name }) => String(name)),
      ),
    numbers: (count) =>
      `(WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${count - 1}) SELECT n FROM series) AS number`,
    at: (from, minutes) => `strftime('%Y-%m-%dT%H:%M:%fZ', '${text(from)}', (${minutes}) || ' minutes')`,
    scattered: (number) => `printf('%08x', ${hash(number)})`,
    settle: async () => {
      const descriptor = openSync(file, 'r+')
      fsyncSync(descriptor)
      closeSync(descriptor)
    },
  }
}

export function postgresSql(databaseUrl: string): SeedSql {
  return {
    // Skips foreign key checks: the copies refer to existing rows.
    run: async (statement) =>
      void (await query(databaseUrl, `SET session_replication_role = replica; ${statement}`)),
    columns: async (table) => {
      const rows = await query(
        databaseUrl,
        `SELECT column_name FROM information_schema.columns WHERE table_name = '${table}' AND table_schema = current_schema()`,
      )
      return rows.map(({ column_name }) => String(column_name))
    },
    numbers: (count) => `generate_series(0::bigint, ${count - 1}) AS number(n)`,
    at: (from, minutes) =>
      `to_char((timestamptz '${text(from)}' + (${minutes}) * interval '1 minute') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    scattered: (number) => `lpad(to_hex(${hash(number)}), 8, '0')`,
    // As autovacuum does. Otherwise the first reader of a row would have to mark it as committed.
    settle: async () => {
      await query(databaseUrl, 'VACUUM ANALYZE')
      await query(databaseUrl, 'CHECKPOINT')
    },
  }
}

/** How often PostgreSQL has scanned each of the growing tables. */
export async function postgresScans(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  const rows = await query(
    databaseUrl,
    `SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname IN
      ('subscriptions', 'outbox', 'tasks', 'posted_messages', 'recommendation_copies', 'channel_settings',
       'tracked_recommendations', 'audit')`,
  )
  return new Map(rows.map(({ relname, seq_scan }) => [String(relname), Number(seq_scan)]))
}

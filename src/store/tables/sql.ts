import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Formats an instant as ISO 8601 in UTC with milliseconds: always 24 characters, so that the texts sort like times.
 * @throws {RangeError} for years outside 0000 to 9999, which would break the order
 */
export function instantText(instant: Temporal.Instant): string {
  const text = instant.toString({ smallestUnit: 'millisecond' })
  if (text.length !== 24)
    throw new RangeError(`cannot store the instant ${text}: its year doesn’t have four digits`)
  return text
}

/** `instantText` of the instant that many milliseconds later. */
export const instantTextAfter = (instant: Temporal.Instant, milliseconds: number): string =>
  instantText(instant.add({ milliseconds }))

/** The instant in the first of these rows; `null`: none. */
export const instantIn = ([row]: readonly { readonly at: string }[]) =>
  row === undefined ? null : Temporal.Instant.from(row.at)

/**
 * Replaces NUL (which PostgreSQL refuses) and lone surrogates (which neither engine accepts) with U+FFFD. Applied to every
 * bound value, including those of lookups, so that any text can be stored and found on both engines.
 */
export const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

type Connectable = 'subscriptions' | 'tasks' | 'evaluation_watches' | 'market_weeks'

/** Whether the row belongs to a connected workspace: one whose token Slack accepts. */
export const teamIsConnected = (table: Connectable): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM disconnected_workspaces AS lost WHERE lost.team_id = ${sql.ref(`${table}.team_id`)})`

/** The rows that a statement returns. */
export async function rowsOf<Row>(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await statement.$castTo<Row>().execute(db)).rows
}

/** The number of rows that a statement without RETURNING has changed. */
export async function changedRows(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0)
}

/** Whether a statement without RETURNING has changed a row. */
export async function changes(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<boolean> {
  return (await changedRows(db, statement)) > 0
}

/** Makes other callers with the same name wait until this transaction ends. PostgreSQL only: SQLite has one writer. */
export async function lockUntilEnd(transaction: Kysely<Database>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

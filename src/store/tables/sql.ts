import type { ErrorTranslator } from '../engines/errors.ts'

/** A statement, or a part of one: SQL text, and the values bound between its pieces. */
export class Sql<Row = unknown> {
  /** One more than there are values. */
  readonly text: readonly string[]
  readonly values: readonly unknown[]

  constructor(text: readonly string[], values: readonly unknown[]) {
    this.text = text
    this.values = values
  }

  execute(db: Db): Promise<Result<Row>> {
    return db.run(this) as Promise<Result<Row>>
  }

  async rows(db: Db): Promise<Row[]> {
    return (await this.execute(db)).rows
  }

  /** `null`: there is no row. */
  async first(db: Db): Promise<Row | null> {
    return (await this.rows(db))[0] ?? null
  }
}

export interface Result<Row = unknown> {
  readonly rows: Row[]
  /** Rows that a statement without RETURNING has changed. */
  readonly changed: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** The database, or a transaction on it. The row types are beside their statements. */
export interface Db {
  run(statement: Sql): Promise<Result>
  /** Whether other processes may use the same rows. */
  readonly shared: boolean
}

export interface Database extends Db {
  /** Commits when `work` resolves; rolls back when it rejects. */
  transaction<T>(work: (transaction: Db) => Promise<T>): Promise<T>
  /** A transaction for which other processes’ migrations wait, and which takes as long as it needs. */
  migration<T>(work: (transaction: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** SQL with values: parts that are `Sql` become part of the text, all others are bound. */
export function sql<Row = unknown>(pieces: readonly string[], ...parts: readonly unknown[]): Sql<Row> {
  const text = [pieces[0] ?? '']
  const values: unknown[] = []
  for (const [index, part] of parts.entries()) {
    const next = pieces[index + 1] ?? ''
    if (part instanceof Sql) {
      const [first, ...rest] = part.text
      text.push(`${text.pop()}${first}`, ...rest)
      text.push(`${text.pop()}${next}`)
      values.push(...part.values)
    } else {
      text.push(next)
      values.push(storable(part))
    }
  }
  return new Sql(text, values)
}

/** Text of our own, never from outside. */
sql.raw = <Row = unknown>(text: string) => new Sql<Row>([text], [])

/** As text: with a bound limit, SQLite compiles the statement again for each run (measured: 19 µs instead of 7). */
sql.limit = (rows: number) => sql.raw(`LIMIT ${rows}`)

/** The name of a table or a column. */
sql.ref = (name: string) =>
  sql.raw(
    name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  )

/** Assignments of an UPDATE. It doesn't name a column that is `undefined`: naming it would write its indexes again. */
sql.set = (columns: Readonly<Record<string, unknown>>) =>
  sql.join(
    Object.entries(columns).flatMap(([name, value]) =>
      value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
    ),
  )

/** @param separator between the parts, which are `Sql` or are bound */
sql.join = (parts: readonly unknown[], separator = ', ') =>
  sql(['', ...parts.slice(1).map(() => separator), ''], ...parts)

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
export const instantIn = (row: { readonly at: string } | null) => row && Temporal.Instant.from(row.at)

/**
 * Replaces NUL (which PostgreSQL refuses) and lone surrogates (which neither engine accepts) with U+FFFD. Applied to every
 * bound value, including those of lookups, so that any text can be stored and found on both engines.
 */
const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

type Connectable = 'subscriptions' | 'tasks' | 'evaluation_watches' | 'market_weeks'

/** Whether the row belongs to a connected workspace: one whose token Slack accepts. */
export const teamIsConnected = (table: Connectable): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM disconnected_workspaces AS lost WHERE lost.team_id = ${sql.ref(`${table}.team_id`)})`

export const whereChannel = (team: string, channel: string): Sql =>
  sql`team_id = ${team} AND channel_id = ${channel}`

export async function changedRows(db: Db, statement: Sql): Promise<number> {
  return (await statement.execute(db)).changed
}

/** Whether a statement without RETURNING has changed a row. */
export async function changes(db: Db, statement: Sql): Promise<boolean> {
  return (await changedRows(db, statement)) > 0
}

/** At the end of a SELECT of rows to claim: leaves out those that another process is claiming. */
export const skipLocked = ({ shared }: Db): Sql => (shared ? sql`FOR UPDATE SKIP LOCKED` : sql``)

export interface Engine {
  readonly db: Database
  readonly translate: ErrorTranslator
  /** Runs a store method. Resolves when its writes would survive a power failure. */
  readonly within: <T>(method: () => Promise<T>) => Promise<T>
}

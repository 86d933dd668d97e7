import type { Pool, PoolClient, QueryResult } from 'pg'
import { z } from 'zod'
import type { Database, Db, Engine, Sql } from '../tables/sql.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'

/** Per process. PostgreSQL allows 100 in total by default. */
const maxConnections = 8
const connectTimeoutMs = 10_000
/** Far longer than any statement takes, except in migrations. */
const statementTimeoutMs = 30_000
/** Prevents a process that is paused in a transaction from holding row locks. */
const idleInTransactionMs = 30_000
const idleParameter = 'idle_in_transaction_session_timeout'
/** Other processes' migrations wait for it. An arbitrary fixed number: "sightline" in base 36, within 53 bits. */
const migrationLock = `SELECT pg_advisory_xact_lock(${Number.parseInt('sightline', 36)})`

/**
 * Creates a connection pool for PostgreSQL, which connects at the first query. The address may set
 * `?idle_in_transaction_session_timeout=…` in milliseconds. PgBouncer in transaction mode is supported: connections keep
 * no state between transactions.
 *
 * @param limitMs time limit of a statement outside migrations
 * @throws {StoreError}
 */
export async function openPostgres(databaseUrl: string, limitMs = statementTimeoutMs): Promise<Engine> {
  const address = parseAddress(databaseUrl)
  // Loaded on demand: SQLite doesn't need it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: address.url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'sightline',
  })
  // Queries report a broken connection. Without these listeners, pg's 'error' event would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: database(pool, limitMs, address.idleMs),
    translate: (error) => postgresError(address, error),
    // The server answers only after it has committed.
    within: (method) => method(),
  }
}

function database(pool: Pool, limitMs: number, idleMs: number): Database {
  const connected = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = new Connection(await pool.connect(), limitMs)
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  }
  const transaction = <T>(work: (connection: Connection) => Promise<T>) =>
    connected(async (connection) => {
      // In each transaction, because PgBouncer in transaction mode doesn't accept it as a connection parameter and
      // switches connections between transactions. In one message, to save a round trip.
      await connection.query(`BEGIN; SET LOCAL ${idleParameter} = ${idleMs}`)
      try {
        const result = await work(connection)
        const { command } = await connection.query('COMMIT')
        if (command === 'ROLLBACK') throw new Error('an earlier statement of the transaction failed')
        return result
      } catch (error) {
        await connection.rollback()
        throw error
      }
    })
  return {
    run: (statement) => connected((connection) => connection.run(statement)),
    shared: true,
    transaction,
    migration: (work) =>
      transaction(async (connection) => {
        connection.limitMs = null
        await connection.query(migrationLock)
        return work(connection)
      }),
    close: () => pool.end(),
  }
}

/**
 * Without a time limit, a server that stops responding (cut network, paused machine) would block callers for about 15
 * minutes, until TCP gives up. After the limit the connection is closed. As with any lost connection, it is then unknown
 * whether the statement took effect.
 */
class Connection implements Db {
  readonly shared = true
  readonly #client: PoolClient
  limitMs: number | null
  /** Why nothing more can be asked; `null`: it works. */
  #lost: Error | null = null

  constructor(client: PoolClient, limitMs: number) {
    this.#client = client
    this.limitMs = limitMs
  }

  async run({ text, values }: Sql) {
    const numbered = text.reduce((before, piece, index) => `${before}$${index}${piece}`)
    const { rows, rowCount } = await this.query(numbered, values)
    return { rows, changed: rowCount ?? 0 }
  }

  async query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    if (this.#lost !== null) throw this.#lost
    const answer = this.#client.query(text, [...values])
    if (this.limitMs === null) return answer
    const ms = this.limitMs
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#lost = new Error(`no answer within ${ms / 1_000} s`)
      late.reject(this.#lost)
    }, ms)
    try {
      return await Promise.race([answer, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async rollback(): Promise<void> {
    await this.query('ROLLBACK').catch((error: Error) => {
      this.#lost ??= error
    })
  }

  release(): void {
    this.#client.release(this.#lost !== null)
  }
}

interface Address {
  readonly url: string
  /** Time limit between two statements of a transaction, in milliseconds. */
  readonly idleMs: number
  /** Host, port and database, for messages. */
  readonly shown: string
  /** Spellings of the password that an error could contain. */
  readonly secrets: readonly string[]
}

function parseAddress(databaseUrl: string): Address {
  const url = URL.parse(databaseUrl)
  // An unencoded '#', '/' or '?' in a password ends the host part early and leaves an '@' behind it.
  const isAmbiguous = url === null || `${url.pathname}${url.search}${url.hash}`.includes('@')
  if (isAmbiguous || !/^postgres(ql)?:\/\//.test(databaseUrl))
    // Never repeat the address: any part may contain a password.
    throw new StoreError(
      'bad_address',
      'DATABASE_URL cannot be read. Write it as postgres://user:password@host:5432/database, with special ' +
        'characters in the password percent-encoded.',
    )
  const host = url.host || url.searchParams.get('host') || 'localhost'
  const passwords = [url.password, url.searchParams.get('password') ?? '']
  const idleParam = url.searchParams.get(idleParameter)
  // Remove it, or the driver would send it when connecting.
  url.searchParams.delete(idleParameter)
  return {
    url: idleParam === null ? databaseUrl : url.href,
    idleMs: idleParam !== null && /^\d{1,9}$/.test(idleParam) ? Number(idleParam) : idleInTransactionMs,
    shown: `${host}${url.pathname}`,
    secrets: [databaseUrl, ...passwords, ...passwords.map(decoded)].filter((secret) => secret !== ''),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Code and message for an SQLSTATE (appendix A of PostgreSQL's manual); `null`: the network failed. */
function cause(shown: string, state: string | null, reason: string): readonly [StoreErrorCode, string] {
  if (state === null || /^(08|57|25006|53300|55P03)/.test(state))
    return [
      'unreachable',
      `The database ${shown} cannot be reached (${reason}). Check DATABASE_URL, and that PostgreSQL is ` +
        'running and accepts connections from here.',
    ]
  if (state.startsWith('28') || state === '42501')
    return [
      'denied',
      `The database ${shown} rejected Sightline’s user (${reason}). Check user and password in DATABASE_URL, and ` +
        'that this user may create tables.',
    ]
  switch (state) {
    case '3D000':
      return ['unreachable', `There is no database ${shown}. Create it, or correct the name in DATABASE_URL.`]
    case '42P07':
      return [
        'occupied',
        `The database ${shown} is used by another program (${reason}). Give Sightline a database of its own.`,
      ]
    case '53100':
    case '53200':
      return [
        'full',
        `The database ${shown} is out of disk space or memory (${reason}). Free some on the server.`,
      ]
    case 'XX001':
    case 'XX002':
      return ['corrupt', `The database ${shown} is damaged (${reason}). Restore a backup.`]
    default:
      return [
        'failed',
        `The database ${shown} rejected a statement: ${reason}. This is a bug; please report it.`,
      ]
  }
}

function postgresError({ shown, secrets }: Address, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  const message = error instanceof Error ? error.message : String(error)
  const redacted =
    secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message) || code || 'no reason given'
  // Network and driver errors have no code, or one without digits. These errors without a code are our bug.
  const ours = code === null && [TypeError, RangeError, z.ZodError].some((kind) => error instanceof kind)
  const state = code !== null && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : ours ? 'ours' : null
  const [kind, text] = cause(shown, state, redacted)
  // Drop the driver's error, which can contain the whole address.
  return new StoreError(kind, text, { cause: { code, message: redacted } })
}

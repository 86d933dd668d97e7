import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

export interface TimeLimits {
  /** Time limit of a statement, in milliseconds. */
  readonly ms: number
  /** Statement that lifts the limit until its transaction ends, for migrations. */
  readonly unlimitedFrom: string
  /** Time limit between two statements of a transaction, in milliseconds. */
  readonly idleMs: number
}

/**
 * Adds time limits to a pool. Without a statement limit, a server that stops responding (cut network, paused machine)
 * would block callers for about 15 minutes, until TCP gives up. After the limit the connection is closed. As with any
 * lost connection, it is then unknown whether the statement took effect.
 *
 * The idle limit prevents a paused process from holding row locks. It is set in each transaction, because PgBouncer in
 * transaction mode doesn't accept it as a connection parameter and switches connections between transactions.
 */
export function withStatementTimeout(pool: PostgresPool, limits: TimeLimits): PostgresPool {
  return {
    options: pool.options,
    connect: async () => clientWithLimits(await pool.connect(), limits),
    end: () => pool.end(),
  }
}

/** How Kysely begins a transaction. */
const beginStatement = /^(begin|start transaction)\b/

function clientWithLimits(
  client: PostgresPoolClient,
  { ms, unlimitedFrom, idleMs }: TimeLimits,
): PostgresPoolClient {
  let unlimited = false
  let timedOut: Error | null = null

  const ask = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    if (!beginStatement.test(sql)) return client.query<unknown>(sql, parameters)
    // One message for both statements, to save a round trip. The driver returns a result for each.
    await client.query<unknown>(`${sql}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`, [])
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }
  const query = async (
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> => {
    if (timedOut !== null) throw timedOut
    if (sql === unlimitedFrom) unlimited = true
    if (unlimited) {
      if (sql === 'commit' || sql === 'rollback') unlimited = false
      return ask(sql, parameters)
    }
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      timedOut = new Error(`no answer within ${ms / 1_000} s`)
      late.reject(timedOut)
    }, ms)
    try {
      return await Promise.race([ask(sql, parameters), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...(client.processID === undefined ? {} : { processID: client.processID }),
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || timedOut !== null),
  }
}

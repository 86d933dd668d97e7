import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

export interface Patience {
  /** So long a statement may take, in milliseconds. */
  readonly ms: number
  /** From this statement on until the end of its transaction, one may take as long as it does: a migration. */
  readonly forever: string
  /** So long a transaction may stand still between two statements, in milliseconds. */
  readonly idleMs: number
}

/**
 * The pool with an end to each statement: a server that falls silent without closing its connections (a cut network, a
 * machine that stands still) would hold whoever asks for a quarter of an hour, until TCP gives up. A connection whose
 * server gave no answer is closed; whether the statement had its effect is then as unknown as after any lost connection.
 *
 * And with an end to each transaction that stands still: its rows would be held from all others until its process goes
 * on. That is said within the transaction, since PgBouncer in transaction mode takes no such parameter of a connection,
 * and gives each transaction another one.
 */
export function withStatementTimeout(pool: PostgresPool, patience: Patience): PostgresPool {
  return {
    options: pool.options,
    connect: async () => impatientClient(await pool.connect(), patience),
    end: () => pool.end(),
  }
}

/** How Kysely begins a transaction. */
const beginning = /^(begin|start transaction)\b/

function impatientClient(client: PostgresPoolClient, { ms, forever, idleMs }: Patience): PostgresPoolClient {
  let progress = false
  let silent: Error | null = null

  const ask = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    if (!beginning.test(sql)) return client.query<unknown>(sql, parameters)
    // In one message, so that it costs no further way to the server; the driver answers with a result for each.
    await client.query<unknown>(`${sql}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`, [])
    return { command: 'SELECT', rowCount: 0, rows: [] }
  }
  const query = async (
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> => {
    if (silent !== null) throw silent
    if (sql === forever) progress = true
    if (progress) {
      if (sql === 'commit' || sql === 'rollback') progress = false
      return ask(sql, parameters)
    }
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silent = new Error(`it gave no answer in ${ms / 1_000} s`)
      late.reject(silent)
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
    release: (destroy) => client.release(destroy === true || silent !== null),
  }
}

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

/**
 * The pool with an end to each statement: a server that falls silent without closing its connections (a cut network, a
 * machine that stands still) would hold whoever asks for a quarter of an hour, until TCP gives up. A connection whose
 * server gave no answer is closed; whether the statement had its effect is then as unknown as after any lost connection.
 *
 * @param patience `ms`: so long a statement may take. From `forever` on until the end of its transaction one may take as
 *   long as it does: a migration.
 */
export function impatient(
  pool: PostgresPool,
  patience: { readonly ms: number; readonly forever: string },
): PostgresPool {
  return {
    options: pool.options,
    connect: async () => impatientClient(await pool.connect(), patience),
    end: () => pool.end(),
  }
}

function impatientClient(
  client: PostgresPoolClient,
  { ms, forever }: { readonly ms: number; readonly forever: string },
): PostgresPoolClient {
  let patient = false
  let silent: Error | null = null

  const ask = (sql: string, parameters: readonly unknown[]) => client.query<unknown>(sql, parameters)
  const query = async (
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> => {
    if (silent !== null) throw silent
    if (sql === forever) patient = true
    if (patient) {
      if (sql === 'commit' || sql === 'rollback') patient = false
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

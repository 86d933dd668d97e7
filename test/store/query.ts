export type Row = Readonly<Record<string, unknown>>

/** A connection that bypasses the bot's code. */
export interface Connection {
  /** Several statements return no rows. */
  query(statement: string): Promise<readonly Row[]>
  end(): Promise<void>
}

export async function connect(databaseUrl: string): Promise<Connection> {
  // Loaded only where PostgreSQL is used.
  const { default: pg } = await import('pg')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return {
    query: async (statement) => (await client.query<Row>(statement)).rows,
    end: () => client.end(),
  }
}

/** Runs a statement over a connection of its own. */
export async function query(databaseUrl: string, statement: string): Promise<readonly Row[]> {
  const connection = await connect(databaseUrl)
  try {
    return await connection.query(statement)
  } finally {
    await connection.end()
  }
}

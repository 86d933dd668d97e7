export type Row = Readonly<Record<string, unknown>>

/** Runs a statement over a separate connection, bypassing the bot's code. Several statements return no rows. */
export async function query(databaseUrl: string, statement: string): Promise<readonly Row[]> {
  // Loaded only where PostgreSQL is used.
  const { default: pg } = await import('pg')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

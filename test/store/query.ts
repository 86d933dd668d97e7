export type Row = Readonly<Record<string, unknown>>

/** Asks a PostgreSQL database past the bot's code, over a connection of its own. Of several statements there are no rows. */
export async function query(databaseUrl: string, statement: string): Promise<readonly Row[]> {
  // Only where PostgreSQL is used.
  const { default: pg } = await import('pg')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The storm's PostgreSQL, behind PgBouncer in transaction mode if it is installed, and the queries of the audit. */
import pg from 'pg'
import { pgbouncer, startPgbouncer } from '../store/pgbouncer.ts'
import { startPooler } from '../store/pooler.ts'
import { startPostgres, trusted } from '../store/postgres-server.ts'
import { smallDisk } from './disk.ts'
import { turningSubreddit } from './marks.ts'
import { pause } from './time.ts'

/** In real milliseconds: ends the transaction of a paused process, as production does after 30 s. */
const idle = 'idle_in_transaction_session_timeout=2000'
/** The size of the data disk. A storm of 200 workspaces uses half of it. */
const diskMb = 768
/** Keeps the write-ahead log from filling it. */
const settings = ['max_wal_size=128MB', 'min_wal_size=32MB']

/** @param isFilled whether the disk gets filled during the storm, so that it needs a small disk */
export async function startDatabase(isFilled: boolean) {
  const given = process.env.STORM_DATABASE_URL
  if (given !== undefined) {
    const directUrl = process.env.STORM_DIRECT_URL ?? given
    const notOurs = { pooler: 'as given', restart: null, fillDisk: null, secrets: [], stop: async () => {} }
    return { url: given, directUrl, ...notOurs }
  }
  const disk = isFilled ? await smallDisk(diskMb) : null
  const server = await startPostgres(disk === null ? {} : { dataIn: disk.path, settings }).catch(
    async (error: unknown) => {
      await disk?.remove()
      throw error
    },
  )
  const directUrl = await server.createDatabase()
  const pooler =
    pgbouncer === null ? await startPooler(server, trusted) : await startPgbouncer(pgbouncer, server, trusted)
  return {
    /** The processes use this one. */
    url: `postgres://${trusted}@127.0.0.1:${pooler.port}${new URL(directUrl).pathname}?${idle}`,
    /** Bypasses the pooler. */
    directUrl,
    pooler: pgbouncer === null ? 'a pooler of our own' : 'PgBouncer',
    /** Stops the server, and starts it again after this many real milliseconds; `null` if it isn't ours. */
    restart: async (how: 'orderly' | 'crash', ms: number) => {
      await server.takeDown(how)
      await pause(ms)
      await server.bringBack()
    },
    /** Fills the disk for so many real milliseconds, and restarts the server if needed; `null`: not possible. */
    fillDisk:
      disk === null
        ? null
        : async (ms: number) => {
            await disk.fill(ms)
            if (!server.isRunning()) await server.bringBack()
          },
    secrets: [server.password, encodeURIComponent(server.password)],
    stop: async () => {
      await pooler.close()
      await server.stop()
      await disk?.remove()
    },
  }
}

export type Row = Readonly<Record<string, unknown>>

export class Reader {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async rows(sql: string): Promise<readonly Row[]> {
    const client = new pg.Client(this.#url)
    // The connection may break at any moment.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** All rows of all tables. */
  async everything(): Promise<ReadonlyMap<string, readonly Row[]>> {
    const tables = await this.rows(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const all = new Map<string, readonly Row[]>()
    for (const { table_name: name } of tables)
      all.set(String(name), await this.rows(`SELECT * FROM "${name}"`))
    return all
  }

  /** The number of digests with alerts whose record of the subreddit is not in this state. */
  async digestsNotIn(state: 'clear' | 'crossed'): Promise<number> {
    const [row] = await this.rows(`
      SELECT count(*) AS count FROM subscriptions s WHERE s.state = 'active' AND s.alert_check_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM digest_records r WHERE r.team_id = s.team_id AND r.subscription_id = s.id
          AND r.kind = 'alert_sentiment' AND r.subject = '${turningSubreddit}' AND r.value = '${state}')`)
    return Number(row?.count ?? 0)
  }

  /** Workspaces whose token Slack rejects. */
  async disconnected(): Promise<readonly string[]> {
    const rows = await this.rows('SELECT team_id FROM disconnected_workspaces')
    return rows.map(({ team_id: team }) => String(team))
  }

  /**
   * What is in progress or owed at that moment, in words; empty if all is settled.
   * @param but workspaces that have removed the app
   */
  async unsettled(now: Temporal.Instant, but: readonly string[]): Promise<readonly string[]> {
    const text = now.toString({ smallestUnit: 'millisecond' })
    const here = `team_id NOT IN ('', ${but.map((team) => `'${team}'`).join(', ') || "''"})`
    const counts = await this.rows(`
      SELECT kind || ' messages that are ' || state AS what, count(*) AS count FROM outbox
        WHERE ${here} AND due_at IS NOT NULL GROUP BY kind, state
      UNION ALL SELECT 'digests to plan', count(*) FROM subscriptions WHERE ${here} AND state = 'active' AND plan_at <= '${text}'
      UNION ALL SELECT 'tasks being created', count(*) FROM tasks WHERE ${here} AND state = 'creating'
      UNION ALL SELECT 'tasks that are not shown', count(*) FROM tasks WHERE ${here} AND outdated_since IS NOT NULL
      UNION ALL SELECT 'alerts to look for', count(*) FROM subscriptions WHERE ${here} AND state = 'active' AND alert_check_at <= '${text}'
      UNION ALL SELECT 'watches to look at', count(*) FROM evaluation_watches WHERE ${here} AND ended_at IS NULL AND check_at <= '${text}'
      UNION ALL SELECT 'tokens being renewed', count(*) FROM installations WHERE lease_until > '${text}'`)
    return counts.filter(({ count }) => Number(count) > 0).map(({ what, count }) => `${count} ${what}`)
  }
}

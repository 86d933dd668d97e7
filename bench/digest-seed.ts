/** Digests by the thousand in a database file, as people would have set them up one by one. */
import { DatabaseSync } from 'node:sqlite'
import { defaultSettings, openStore } from '../src/store/index.ts'

export interface Seed {
  readonly file: string
  readonly digests: number
  /** Slack workspaces that they are spread over. */
  readonly teams: number
  /** What the first of them is called; the others have a number behind it. */
  readonly team: string
  /** When they are due, each day. */
  readonly dueAt: Temporal.Instant
  /** Different analyses that the channels look at. */
  readonly questions: number
  readonly detailsInThread: boolean
  /** Of each digest, after `/sightline visibility`; last week unless told. */
  readonly filters?: string
  /** Whether that moment is on record already, as after a first pass. */
  readonly planned: boolean
}

/** One is written through the store, the others are copies of its rows. */
export async function seedDigests(seed: Seed): Promise<void> {
  const { file, digests, team, teams, questions, dueAt, detailsInThread, planned } = seed
  // Since then one slot has come, or will.
  const since = dueAt.subtract({ hours: 20 })
  const store = await openStore({ file })
  const first = { team, channel: 'C0', id: 'S0' }
  const time = dueAt.toZonedDateTimeISO('UTC').toPlainTime().toString({ smallestUnit: 'minute' })
  const settings = {
    ...defaultSettings,
    name: 'Brand visibility',
    schedule: { kind: 'daily', time, timeZone: 'UTC' },
    filters: seed.filters ?? 'last week',
    detailsInThread,
  } as const
  await store.subscriptions.create({ ...settings, ...first, by: 'U0BENCH' }, since)
  const own = { organizationId: 'org', workspaceId: 'w0', projectId: 'p0' }
  const rest = { timeZone: null, subreddits: null, noiseBand: null, filterNames: null, digestLength: null }
  await store.channels.save({ ...first, ...own, ...rest }, 'U0BENCH', since)
  await store.channels.track(first.team, first.channel, 'r0', 'U0BENCH', since)
  await store.close()

  const raw = new DatabaseSync(file)
  const number = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${digests - 1})`
  const teamOf = `CASE n % ${teams} WHEN 0 THEN '${team}' ELSE '${team}' || (n % ${teams}) END`
  const given: Readonly<Record<string, string>> = {
    team_id: teamOf,
    id: `'S' || n`,
    channel_id: `'C' || n`,
    workspace_id: `'w' || (n % ${questions})`,
    project_id: `'p' || (n % ${questions})`,
    result_id: `'r' || (n % ${questions})`,
  }
  if (digests > 1)
    for (const table of ['subscriptions', 'channel_settings', 'tracked_recommendations']) {
      const columns = raw.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as {
        name: string
      }[]
      const names = columns.map(({ name }) => name)
      const values = names.map((name) => given[name] ?? name)
      raw.exec(`${number} INSERT INTO ${table} (${names}) SELECT ${values} FROM number, ${table}`)
    }
  if (planned) {
    const at = dueAt.toString({ smallestUnit: 'millisecond' })
    const set = 'UPDATE subscriptions SET planned_until = effective_from, look_at = ?, zone_data = ?'
    raw.prepare(set).run(at, process.versions.tz ?? '')
  }
  raw.close()
}

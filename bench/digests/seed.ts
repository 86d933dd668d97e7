/** Seeds a database with thousands of digests, as if people had set them up one by one. */
import { createAnalyticsApi } from '../../src/api/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { noFilters } from '../../src/model/question.ts'
import { defaultSettings, openStore, type Store, type StoreOptions } from '../../src/store/index.ts'
import { keptAs, readWeek, weeksOf } from '../../src/weeks/weeks.ts'
import { postgresSql, sqliteSql } from '../sizes/sql.ts'

export interface Seed {
  readonly database: StoreOptions
  readonly digests: number
  /** The number of Slack workspaces with these digests. */
  readonly teams: number
  /** The id of the first workspace; the others add a number. */
  readonly team: string
  /** When the digests are due, each day. */
  readonly dueAt: Temporal.Instant
  /** The number of different analyses that the channels use. */
  readonly questions: number
  readonly detailsInThread: boolean
  /** The filters of each digest, as after `/sightline visibility`; last week by default. */
  readonly filters?: string
  /** Whether that slot is already planned, as after a first pass. */
  readonly planned: boolean
  /** The service whose weeks were read before, as in every week but the first; by default, none were. */
  readonly weeksOf?: string
}

/** The only key of a benchmark's workspaces. */
export const benchKey = 'sk-bench'

/** One digest is written through the store; the others are copies of its rows. */
export async function seedDigests(seed: Seed): Promise<void> {
  const { database, digests, team, teams, questions, dueAt, detailsInThread, planned } = seed
  // One slot has come since then, or will come.
  const since = dueAt.subtract({ hours: 20 })
  const store = await openStore(database)
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
  const configuration = { organizationId: 'org', workspaceId: 'w0', projectId: 'p0' }
  const overrides = {
    timeZone: null,
    subreddits: null,
    filterNames: null,
  }
  await store.channels.save({ ...first, ...configuration, ...overrides }, 'U0BENCH', since)
  await store.channels.track(first.team, first.channel, 'r0', 'U0BENCH', since)
  if (seed.weeksOf !== undefined) await keepWeeks(store, seed, seed.weeksOf)
  await store.close()

  const sql = 'file' in database ? sqliteSql(database.file) : postgresSql(database.databaseUrl)
  const teamOf = `CASE number.n % ${teams} WHEN 0 THEN '${team}' ELSE '${team}' || (number.n % ${teams}) END`
  const given: Readonly<Record<string, string>> = {
    team_id: teamOf,
    id: `'S' || number.n`,
    channel_id: `'C' || number.n`,
    workspace_id: `'w' || (number.n % ${questions})`,
    project_id: `'p' || (number.n % ${questions})`,
    result_id: `'r' || (number.n % ${questions})`,
  }
  if (digests > 1)
    for (const table of ['subscriptions', 'channel_settings', 'tracked_recommendations']) {
      const names = await sql.columns(table)
      const values = names.map((name) => given[name] ?? `first.${name}`)
      await sql.run(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} AS first, ${sql.numbers(digests)} WHERE number.n > 0`,
      )
    }
  if (planned)
    await sql.run(
      `UPDATE subscriptions SET planned_until = effective_from, zone_data = '${process.versions.tz ?? ''}',
        plan_at = '${dueAt.toString({ smallestUnit: 'millisecond' })}'`,
    )
}

/** The service answers alike for every analysis and week, so one is read and written for all. */
async function keepWeeks(store: Store, { team, teams, questions }: Seed, url: string): Promise<void> {
  const apiKey = { fingerprint: async () => benchKey }
  const api = createAnalyticsApi({
    baseUrl: url,
    searchBaseUrl: url,
    apiKey: () => benchKey,
    clock: systemClock,
  })
  const scopeOf = (number: number) => ({
    organizationId: 'org',
    workspaceId: `w${number % questions}`,
    projectId: `p${number % questions}`,
  })
  const filters = noFilters
  const now = systemClock.now()
  let record: string | null = null
  for (let number = 0; number < teams; number += 1) {
    const workspace = {
      team: number === 0 ? team : `${team}${number}`,
      store,
      clock: systemClock,
      api,
      apiKey,
    }
    const question = { scope: scopeOf(number), filters }
    const { missing } = await weeksOf(workspace, { ...question, timeZone: 'UTC' }, { asks: false })
    record ??= JSON.stringify(await readWeek(api, question, missing.at(-1) ?? ''))
    const { id: market } = await keptAs(workspace, question)
    for (const week of missing) {
      const ofWeek = JSON.stringify({ ...JSON.parse(record), week })
      await store.marketWeeks.save({ team: workspace.team, market, week }, ofWeek, now, null)
    }
  }
  await api.close()
}

/** Seeds a database of a given size: a few rows are written through the store, the others are copies of them in SQL. */
import {
  createEncryptor,
  defaultSettings,
  digestOwed,
  openStore,
  type Store,
  type StoreOptions,
} from '../../src/store/index.ts'
import type { SeedSql } from './sql.ts'

/** The number of items that each digest has recorded. */
const recordsEach = 10

export interface Size {
  readonly workspaces: number
  /** Weekly digests, due over the minutes of a week, each in its own channel. */
  readonly digests: number
  /** Posted messages of each digest, a week apart, each with its message. */
  readonly messagesEach: number
}

/** When the newest slot has been planned. */
export const seedNow = Temporal.Instant.from('2026-11-18T12:00:30Z')

const team = 'T0'
const person = 'U0'
const encryptor = createEncryptor([Buffer.alloc(32, 7)])

/** Returns the number of rows written. */
export async function seedSize(options: StoreOptions, sql: SeedSql, size: Size): Promise<number> {
  const { workspaces, digests, messagesEach } = size
  const store = await openStore(options, encryptor)
  await seedFirst(store)
  await store.close()
  let rows = 0
  const copy = async (
    table: string,
    count: number,
    values: Readonly<Record<string, string>>,
    other: Readonly<Record<string, string>> = {},
  ) => {
    const names = await sql.columns(table)
    const chosen = names.map((name) => values[name] ?? other[name] ?? `first.${name}`)
    await sql.run(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${chosen.join(', ')} ` +
        `FROM (SELECT * FROM ${table} LIMIT 1) AS first, ${sql.numbers(count)} WHERE number.n > 0`,
    )
    rows += count - 1
  }
  const fill = async (table: string, count: number, values: Readonly<Record<string, string>>) => {
    await sql.run(
      `INSERT INTO ${table} (${Object.keys(values).join(', ')})
        SELECT ${Object.values(values).join(', ')} FROM ${sql.numbers(count)}`,
    )
    rows += count
  }
  const minutesOfWeek = 7 * 24 * 60
  const teamOf = (n: string) => `('T' || (${n} % ${workspaces}))`
  await copy('installations', workspaces, { team_id: teamOf('number.n') })
  await copy('connections', workspaces, { team_id: teamOf('number.n') })
  const ofDigest = { team_id: teamOf('number.n'), channel_id: `('C' || number.n)` }
  /** When a digest is next due, in minutes from now. Neighbouring digests belong to different workspaces. */
  const due = (n: string) => `(1 + ${n} * ${minutesOfWeek} / ${digests})`
  await copy('subscriptions', digests, {
    ...ofDigest,
    id: `('S' || number.n)`,
    plan_at: sql.at(seedNow, due('number.n')),
    alert_check_at: sql.at(seedNow, due('number.n')),
    owner_check_at: 'NULL',
    zone_data: `'${process.versions.tz ?? ''}'`,
  })
  await copy('channel_settings', digests, ofDigest)
  await copy('tracked_recommendations', digests, { ...ofDigest, result_id: `('r' || number.n)` })
  await copy('tasks', digests, { ...ofDigest, result_id: `('r' || number.n)` })
  await copy('audit', digests, {
    ...ofDigest,
    id: sql.scattered('number.n'),
    at: sql.at(seedNow, `-(${due('number.n')} + 3 * ${minutesOfWeek})`),
  })
  await fill('task_aims', digests, {
    team_id: teamOf('number.n'),
    organization_id: `'org'`,
    workspace_id: `'w'`,
    result_id: `('r' || number.n)`,
    aim: `'{"engines":[],"rival":null,"topics":[],"subreddit":null}'`,
    set_by: 'NULL',
    set_at: sql.at(seedNow, `-${due('number.n')}`),
  })
  await fill('conversation_channels', digests, {
    team_id: teamOf('number.n'),
    user_id: `('U' || number.n)`,
    channel_id: `('C' || number.n)`,
    chosen_at: sql.at(seedNow, `-${due('number.n')}`),
  })
  const digest = `(number.n % ${digests})`
  // Oldest first, as they were written.
  const weeksAgo = `(${messagesEach} - number.n / ${digests})`
  const posted = sql.at(seedNow, `(${due(digest)} - ${minutesOfWeek} * ${weeksAgo})`)
  const ofDelivery = { team_id: teamOf(digest), channel_id: `('C' || ${digest})` }
  const ts = `(1700000000 + number.n) || '.000100'`
  const messages = digests * messagesEach
  const messageId = sql.scattered('number.n')
  await copy('outbox', messages, {
    ...ofDelivery,
    id: messageId,
    root: messageId,
    subject: `('S' || ${digest})`,
    since: posted,
    ts,
    begun_at: posted,
    created_at: posted,
    claimed_at: posted,
    ended_at: posted,
  })
  await copy('posted_messages', messages, { ...ofDelivery, ts, created_at: posted })
  await copy('recommendation_copies', messages, { ...ofDelivery, ts, result_id: `('r' || ${digest})` })
  await fill('digest_records', digests * recordsEach, {
    team_id: teamOf(digest),
    subscription_id: `('S' || ${digest})`,
    kind: `'recommendation'`,
    subject: `('r' || number.n)`,
    recorded_at: sql.at(seedNow, `-${minutesOfWeek}`),
  })
  await sql.settle()
  return rows
}

/** One row of everything, as people and the scheduler write it. */
export async function seedFirst(store: Store): Promise<void> {
  const since = seedNow.subtract({ hours: 24 * 80 })
  const place = { organizationId: 'org', workspaceId: 'w', projectId: 'p' }
  const rest = { timeZone: null, subreddits: null, filterNames: null }
  const channel = 'C0'
  const id = 'S0'
  await store.installations.save(
    {
      team,
      isOrg: false,
      name: 'Bench',
      url: 'http://127.0.0.1/',
      botUser: 'U0BOT',
      scopes: ['commands'],
      installedBy: person,
      token: 'xoxb-bench',
      rotation: null,
    },
    since,
  )
  await store.connections.save(
    { team, key: 'sk-bench', lastFour: 'ench', reach: '', place, connectedBy: person },
    since,
  )
  await store.subscriptions.create(
    {
      ...defaultSettings,
      name: 'Brand visibility',
      schedule: { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' },
      alerts: { ...defaultSettings.alerts, overtaken: true },
      team,
      channel,
      id,
      by: person,
    },
    since,
  )
  await store.channels.save({ team, channel, ...place, ...rest }, person, since)
  await store.channels.track(team, channel, 'r0', person, since)
  const recommendation = { team, ...place, resultId: 'r0' }
  const claimed = await store.tasks.claim(recommendation, {
    by: person,
    channel,
    messageTs: '1700000000.000100',
    input: { kind: 'first' },
    reference: 'ref',
    now: since,
  })
  if (!claimed.won) throw new Error('The first task could not be claimed.')
  const { generation, attempt } = claimed
  const task = { taskId: 't0', name: 'Write a page', description: '' }
  await store.tasks.created({ ...recommendation, generation, attempt }, task, since)
  const owed = digestOwed({ team, subscriptionId: id, channel }, since)
  const row = await store.outbox.enqueueClaimed(owed, 60_000, since)
  if (row === null) throw new Error('The first digest could not be claimed.')
  const message = { text: 'Weekly brand visibility', blocks: [] }
  await store.outbox.begin(row, { message, effect: null, replies: [] }, 60_000, since)
  await store.outbox.settle(row, { state: 'sent', ts: '1700000000.000100' }, since)
  await store.messages.remember(
    {
      team,
      channel,
      ts: '1700000000.000100',
      ...message,
    },
    [recommendation],
    since,
  )
}

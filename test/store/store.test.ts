import { afterAll, beforeAll, describe } from 'vitest'
import { auditSuite } from './contract/audit.ts'
import { channelMoveSuite } from './contract/channel-moves.ts'
import { channelSuite } from './contract/channels.ts'
import { connectionSuite } from './contract/connections.ts'
import { alertSuite } from './contract/digests/alerts.ts'
import { digestRecordSuite } from './contract/digests/digest-record.ts'
import { messageSuite } from './contract/digests/messages.ts'
import { paceSuite } from './contract/digests/paces.ts'
import { subscriptionSuite } from './contract/digests/subscriptions.ts'
import { disconnectionSuite } from './contract/disconnections.ts'
import { erasureSuite } from './contract/erasure.ts'
import { hostileSuite } from './contract/hostile.ts'
import { idempotencyKeySuite } from './contract/idempotency-keys.ts'
import { installationSuite } from './contract/installations.ts'
import { isolationSuite } from './contract/isolation.ts'
import { marketWeekSuite } from './contract/market-weeks.ts'
import { noteSuite } from './contract/notes.ts'
import { outboxClaimSuite } from './contract/outbox/claims.ts'
import { outboxEndingSuite } from './contract/outbox/endings.ts'
import { outboxListSuite } from './contract/outbox/lists.ts'
import { outboxReplySuite } from './contract/outbox/replies.ts'
import { outboxTeamSuite } from './contract/outbox/teams.ts'
import { retentionSuite } from './contract/retention.ts'
import { sequenceSuite } from './contract/sequences.ts'
import { taskTraceSuite } from './contract/task-traces.ts'
import { taskSuite } from './contract/tasks.ts'
import { watchSuite } from './contract/watches.ts'
import { postgresDatabase, sqliteDatabase, type TestDatabase } from './engines.ts'
import { lockSuite } from './locks.ts'
import { pgbouncer, startPgbouncer } from './pgbouncer.ts'
import { pooledSuite } from './pooled.ts'
import { startPooler } from './pooler.ts'
import { postgresSuite } from './postgres.ts'
import { type PostgresServer, startPostgres, trusted } from './postgres-server.ts'

const suites = {
  channels: channelSuite,
  'a channel with another id': channelMoveSuite,
  subscriptions: subscriptionSuite,
  'a message that is owed': outboxClaimSuite,
  'a message': outboxEndingSuite,
  'replies in a thread': outboxReplySuite,
  messages: outboxListSuite,
  'a message of one workspace': outboxTeamSuite,
  'what a digest last said': digestRecordSuite,
  paces: paceSuite,
  tasks: taskSuite,
  'the traces of tasks': taskTraceSuite,
  'notes of channels': noteSuite,
  'weeks of analyses': marketWeekSuite,
  'copies of messages': messageSuite,
  audit: auditSuite,
  watches: watchSuite,
  'workspaces that Slack disconnects': disconnectionSuite,
  alerts: alertSuite,
  connections: connectionSuite,
  installations: installationSuite,
  'an idempotency key': idempotencyKeySuite,
  'a workspace’s data': erasureSuite,
  'a workspace': isolationSuite,
  'hostile text': hostileSuite,
  'any sequence': sequenceSuite,
}
/** On a database of its own, since it visits every row again and again. */
const alone = { retention: retentionSuite }

/** Runs suites on one database, which `open` creates before the first test. */
function contract(open: () => Promise<TestDatabase>, of: typeof suites | typeof alone) {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  for (const [name, suite] of Object.entries(of)) describe(name, () => suite(() => database))
}

for (const of of [suites, alone]) describe('SQLite', () => contract(sqliteDatabase, of))

describe('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  for (const of of [suites, alone])
    describe('two replicas', () => contract(() => postgresDatabase(server), of))
  describe('rows that others hold', () => lockSuite(() => server))
  describe('behind a strict pooler', () =>
    pooledSuite(
      () => server,
      (to) => startPooler(to, trusted),
    ))
  if (pgbouncer !== null) {
    const program = pgbouncer
    describe('behind PgBouncer', () =>
      pooledSuite(
        () => server,
        (to) => startPgbouncer(program, to, trusted),
      ))
  }
  describe('the server', () => postgresSuite(() => server))
})

import { afterAll, beforeAll, describe } from 'vitest'
import { auditSuite } from './contract/audit.ts'
import { channelSuite } from './contract/channels.ts'
import { connectionSuite } from './contract/connections.ts'
import { deliverySuite } from './contract/deliveries.ts'
import { erasureSuite } from './contract/erasure.ts'
import { hostileSuite } from './contract/hostile.ts'
import { installationSuite } from './contract/installations.ts'
import { messageSuite } from './contract/messages.ts'
import { paceSuite } from './contract/paces.ts'
import { sequenceSuite } from './contract/sequences.ts'
import { subscriptionSuite } from './contract/subscriptions.ts'
import { taskSuite } from './contract/tasks.ts'
import { watchSuite } from './contract/watches.ts'
import { oldPostgres, oldSqlite, postgresDatabase, sqliteDatabase, type TestDatabase } from './engines.ts'
import { migrationSuite } from './migrations.ts'
import { postgresSuite } from './postgres.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const suites = {
  channels: channelSuite,
  subscriptions: subscriptionSuite,
  deliveries: deliverySuite,
  paces: paceSuite,
  tasks: taskSuite,
  messages: messageSuite,
  audit: auditSuite,
  watches: watchSuite,
  connections: connectionSuite,
  installations: installationSuite,
  'all of a workspace': erasureSuite,
  'hostile text': hostileSuite,
  'any sequence': sequenceSuite,
}

/** Every suite on one database, which `open` makes before the first test. */
function contract(open: () => Promise<TestDatabase>) {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(() => database))
}

describe('SQLite', () => {
  contract(sqliteDatabase)
  describe('an older database', () => migrationSuite(oldSqlite))
})

describe('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  describe('two replicas', () => contract(() => postgresDatabase(server)))
  describe('an older database', () => migrationSuite(() => oldPostgres(server)))
  describe('the server', () => postgresSuite(() => server))
})
